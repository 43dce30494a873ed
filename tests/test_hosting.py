"""The examples for hosts are right: compositions, StatefulSet, dashboard, alerts, and what is said of them."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
import yaml
from dotenv import dotenv_values
from prometheus_client.parser import text_string_to_metric_families

from cogs.gateway.payloads import ClickOutcome
from cogs.startup.settings import NAMES, read_settings
from tests.bot.process import BotProcess, running
from tests.pages import page, rows
from tests.patient import sandbox_for_processes
from tests.waiting import READS, free_port

DASHBOARD = json.loads(page("docs/dashboard.json"))
ALERTS = yaml.safe_load(page("docs/alerts.yaml"))
SERVICE, STATEFUL_SET = yaml.safe_load_all(page("docs/statefulset.yaml"))
COMPOSITION = yaml.safe_load(page("docs/compose.processes.yaml"))
ONE = yaml.safe_load(page("compose.yaml"))["services"]["bot"]

OTHERS = frozenset({"up"})
"""Metrics that Prometheus makes itself."""


# Settings


def settings_of(environment: Mapping[str, str]) -> dict[str, Any]:
    """What a process with these variables is set to; all of them are settings, or PostgreSQL's."""
    assert set(environment) <= NAMES | {"PGPASSWORD"}
    return read_settings(environment)


def in_a_container(env_file: str) -> dict[str, Any]:
    """What a bot in the composition of one is set to with this `.env`: it goes before the image, and after the rest."""
    (said,) = re.findall(r"^ENV ((?:.*\\\n)*.*)$", page("Dockerfile"), re.M)
    image = dict(re.findall(r"(\w+)=(\S+)", said))
    own = {name: value or "" for name, value in dotenv_values(stream=StringIO(env_file)).items()}
    return read_settings({**image, **own, **ONE["environment"]})


@pytest.mark.parametrize("env_file", ["", "DATABASE=\nBACKUP_DIRECTORY=\n", page(".env.example")])
def test_a_container_keeps_its_database_on_the_volume(env_file: str) -> None:
    """With nothing about it in `.env`, and with the example as it is: there the bot works."""
    settings = in_a_container(env_file)
    (folder,) = re.findall(r"^WORKDIR (.+)$", page("Dockerfile").rpartition("FROM")[2], re.M)
    assert [kept.partition(":")[2] for kept in ONE["volumes"]] == [folder]
    assert Path(folder, settings["DATABASE"]) == Path("/data/blackjack.db")
    assert Path(folder, settings["BACKUP_DIRECTORY"]) == Path("/data/backups")


def test_the_processes_of_the_composition_share_the_servers() -> None:
    """Each has a number of its own, from 0 on, and everything else is the same."""
    bots = {name: one for name, one in COMPOSITION["services"].items() if name.startswith("bot-")}
    found = [settings_of(one["environment"]) for one in bots.values()]
    assert len(found) > 1
    assert [one.pop("PROCESS") for one in found] == [*range(len(found))]
    assert all(one == found[0] for one in found)
    assert found[0]["PROCESSES"] == len(found)
    assert found[0]["SHARDS"] % len(found) == 0


def test_the_composition_of_many_is_that_of_one_as_far_as_it_goes() -> None:
    """A bot there has the same rights, patience and health check; it keeps nothing in its folder."""
    bot = COMPOSITION["services"]["bot-0"]
    same = "healthcheck init restart stop_grace_period read_only cap_drop security_opt env_file"
    for name in same.split():
        assert bot[name] == ONE[name]
    (kept,) = ONE["volumes"]
    folder = kept.partition(":")[2]
    (uid,) = re.findall(r"--uid (\d+)", page("Dockerfile"))
    assert f"{folder}:uid={uid}" in bot["tmpfs"]
    assert "volumes" not in bot


def test_what_a_process_of_the_composition_talks_to_is_in_it() -> None:
    """The database and the proxy are services, and the passwords are the same variable, of which no address is made."""
    settings = COMPOSITION["services"]["bot-0"]["environment"]
    services, postgres = COMPOSITION["services"], COMPOSITION["services"]["postgres"]["environment"]
    found = re.fullmatch(r"postgresql://(\w+)@(\w+)/(\w+)", settings["DATABASE"])
    assert found is not None
    user, host, name = found.groups()
    assert host in services
    theirs = [postgres[f"POSTGRES_{word}"] for word in ("USER", "PASSWORD", "DB")]
    assert [user, settings["PGPASSWORD"], name] == theirs
    (proxy,) = re.findall(r"http://(\w+):", settings["DISCORD_API_URL"])
    assert proxy in services


def environment_of_a_pod(number: int) -> dict[str, str]:
    """The variables of a pod, with what its secret has to have."""
    (container,) = STATEFUL_SET["spec"]["template"]["spec"]["containers"]
    said = {one["name"]: one.get("value") for one in container["env"]}
    (ordinal,) = [one for one in container["env"] if "value" not in one]
    assert ordinal["name"] == "PROCESS"
    field = ordinal["valueFrom"]["fieldRef"]["fieldPath"]
    assert field == "metadata.labels['apps.kubernetes.io/pod-index']"
    secret = {"DISCORD_TOKEN": "token", "DATABASE": "postgresql://user:password@host/name"}
    return {**said, **secret, "PROCESS": str(number)}


def test_the_pods_share_the_servers() -> None:
    """As many as there are processes, each with the number of its pod."""
    count = STATEFUL_SET["spec"]["replicas"]
    for number in range(count):
        settings = settings_of(environment_of_a_pod(number))
        assert (settings["PROCESS"], settings["PROCESSES"]) == (number, count)
        assert settings["SHARDS"] % count == 0


def test_the_pods_are_asked_on_the_port_that_they_have() -> None:
    """By each probe and by Prometheus; only /healthz says whether one is ready, and it never ends a pod."""
    (container,) = STATEFUL_SET["spec"]["template"]["spec"]["containers"]
    (port,) = container["ports"]
    assert settings_of(environment_of_a_pod(0))["METRICS_PORT"] == port["containerPort"]
    assert [one["port"] for one in SERVICE["spec"]["ports"]] == [port["containerPort"]]
    probes = {name: probe for name, probe in container.items() if name.endswith("Probe")}
    assert {name: probe["httpGet"]["path"] for name, probe in probes.items()} == {
        "readinessProbe": "/healthz",
        "livenessProbe": "/metrics",
        "startupProbe": "/metrics",
    }
    assert {probe["httpGet"]["port"] for probe in probes.values()} == {port["name"]}


def test_a_pod_may_do_what_the_image_needs_and_no_more() -> None:
    """The image's user, a folder to write to where the image has its volume, and nothing else."""
    template = STATEFUL_SET["spec"]["template"]
    (container,) = template["spec"]["containers"]
    (uid,) = re.findall(r"--uid (\d+)", page("Dockerfile"))
    assert template["spec"]["securityContext"]["runAsUser"] == int(uid)
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    (folder,) = re.findall(r"^VOLUME (.+)$", page("Dockerfile"), re.M)
    assert {one["mountPath"] for one in container["volumeMounts"]} == {folder, "/tmp"}
    labels = STATEFUL_SET["spec"]["selector"]["matchLabels"]
    assert labels == template["metadata"]["labels"] == SERVICE["spec"]["selector"]
    assert STATEFUL_SET["spec"]["serviceName"] == SERVICE["metadata"]["name"]


# Metrics


SOON = {"cogs.coaching.judging.SECONDS": 0.1}
"""Seconds until it is known whether all rounds are judged."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The names of all samples that a bot tells which is connected, each with the labels that it has."""
    settings = {"METRICS_PORT": str(free_port()), "BACKUP_HOURS": "24"}
    async with sandbox_for_processes() as sandbox, aiohttp.ClientSession() as session:
        folder = tmp_path_factory.mktemp("told")
        async with running(BotProcess(sandbox, folder, settings, instead=SOON)):
            address = f"http://127.0.0.1:{settings['METRICS_PORT']}/metrics"
            for _ in range(READS):
                async with session.get(address) as page:
                    text = await page.text()
                if "blackjack_judging_behind_seconds" in text:
                    break
    # Told only when Discord has said something of them; tests/bot/test_metrics.py has them.
    found: dict[str, set[str]] = {
        "blackjack_gateway_latency_seconds": {"shard"},
        "blackjack_gateway_sessions_left": set(),
    }
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def panels() -> list[dict[str, Any]]:
    """The panels of the dashboard."""
    found: list[dict[str, Any]] = DASHBOARD["panels"]
    return found


@cache
def questions() -> tuple[str, ...]:
    """Everything that the dashboard and the alerts ask of Prometheus."""
    asked = [target["expr"] for panel in panels() for target in panel["targets"]]
    asked += [one["expr"] for one in DASHBOARD["annotations"]["list"] if "expr" in one]
    lists = DASHBOARD["templating"]["list"]
    asked += [one["query"]["query"] for one in lists if one["name"] == "job"]
    return (*asked, *(rule["expr"] for group in ALERTS["groups"] for rule in group["rules"]))


def metrics_in(question: str) -> set[str]:
    """The names of metrics in a question: words beside functions, labels and what stands in quotes or brackets."""
    bare = re.sub(r'"[^"]*"|\[[^]]*\]|\{[^}]*\}|\bby \([^)]*\)', " ", question)
    called = set(re.findall(r"([a-z_]+)\s*\(", bare))
    return set(re.findall(r"[a-z_]{2,}", bare)) - called - {"by", "job"}


def labels_in(question: str) -> Iterator[tuple[str, str]]:
    """Metric and label, where a question picks by a label, and where it sums by one that the bot gives."""
    for metric, picked in re.findall(r"([a-z_]+)\{([^}]*)\}", question):
        yield from ((metric, label) for label in re.findall(r"(\w+)=", picked) if label != "job")
    for label in re.findall(r"by \((\w+)\)", question):
        yield from ((metric, label) for metric in metrics_in(question))


async def test_what_is_asked_is_told(told: dict[str, set[str]]) -> None:
    """Each question names metrics and labels that are there."""
    assert len(questions()) > 20
    for question in questions():
        assert metrics_in(question), question
        assert metrics_in(question) - OTHERS <= told.keys(), question
        assert all(label in told[metric] for metric, label in labels_in(question)), question


async def test_every_metric_is_explained(told: dict[str, set[str]]) -> None:
    """docs/running.md has a row for each, and for no other; and it names every outcome."""
    explained = {row[0].strip("`") for row in rows("docs/running.md", "### Metrics")}
    families = {re.sub(r"_(bucket|count|sum)$", "", name) for name in told}
    assert explained - OTHERS == families
    part = page("docs/running.md").partition("## What to watch")[2]
    assert [one for one in ClickOutcome if f"`{one}`" not in part] == []


def test_every_alert_says_what_to_do() -> None:
    """In docs/running.md, in the same order; outcomes that it asks for are some."""
    rules = [rule for group in ALERTS["groups"] for rule in group["rules"]]
    told = [row[0].strip("`") for row in rows("docs/running.md", "### Alerts")]
    assert [rule["alert"] for rule in rules] == told
    severities = [rule["labels"]["severity"] for rule in rules]
    assert severities == [row[1] for row in rows("docs/running.md", "### Alerts")]
    assert {*severities} == {"critical", "warning", "info"}
    assert all(rule["annotations"]["summary"] for rule in rules)
    for found in re.findall(r'outcome=~"([^"]+)"', "".join(questions())):
        assert set(found.split("|")) <= set(ClickOutcome)


def test_the_dashboard_can_be_imported() -> None:
    """Its data come from a source that is chosen there, and its panels have numbers of their own and fit its width."""
    source, job = DASHBOARD["templating"]["list"]
    assert (source["type"], source["query"]) == ("datasource", "prometheus")
    ours = {"type": "prometheus", "uid": f"${{{source['name']}}}"}
    assert DASHBOARD["schemaVersion"] >= 39
    assert "id" not in DASHBOARD, "it is numbered where it is imported"
    assert [panel["id"] for panel in panels()] == [*range(1, len(panels()) + 1)]
    for asking in (job, *panels(), *(target for panel in panels() for target in panel["targets"])):
        assert asking["datasource"] == ours
    taken = [
        (x, y)
        for at in (panel["gridPos"] for panel in panels())
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(taken) == len({*taken}), "two panels lie over each other"
    assert max(x for x, _ in taken) < 24
    for targets in (panel["targets"] for panel in panels()):
        assert [target["refId"] for target in targets] == [*"ABCD"[: len(targets)]]
