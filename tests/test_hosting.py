"""The examples for hosts work: compositions, StatefulSet, dashboard, alerts, and their description."""

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

from cogs.discord_link.payloads import ClickOutcome
from cogs.host.settings import NAMES, read_settings
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
"""Metrics that Prometheus adds itself."""


# Settings


def settings_of(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings of a process with these variables, which must all be known."""
    assert set(environment) <= NAMES | {"PGPASSWORD"}
    return read_settings(environment)


def settings_in_a_container(env_file: str) -> dict[str, Any]:
    """Return the bot's settings in compose.yaml with this `.env`, which overrides the image and is overridden by the
    composition.
    """
    (variables,) = re.findall(r"^ENV ((?:.*\\\n)*.*)$", page("Dockerfile"), re.M)
    image = dict(re.findall(r"(\w+)=(\S+)", variables))
    own = {name: value or "" for name, value in dotenv_values(stream=StringIO(env_file)).items()}
    return read_settings({**image, **own, **ONE["environment"]})


@pytest.mark.parametrize("env_file", ["", "DATABASE=\nBACKUP_DIRECTORY=\n", page(".env.example")])
def test_a_container_keeps_its_database_on_the_volume(env_file: str) -> None:
    """With an empty `.env`, and with the example."""
    settings = settings_in_a_container(env_file)
    (folder,) = re.findall(r"^WORKDIR (.+)$", page("Dockerfile").rpartition("FROM")[2], re.M)
    assert [volume.partition(":")[2] for volume in ONE["volumes"]] == [folder]
    assert Path(folder, settings["DATABASE"]) == Path("/data/blackjack.db")
    assert Path(folder, settings["BACKUP_DIRECTORY"]) == Path("/data/backups")


def test_the_processes_of_the_composition_share_the_servers() -> None:
    """They are numbered from 0 and otherwise equal."""
    bots = {name: one for name, one in COMPOSITION["services"].items() if name.startswith("bot-")}
    found = [settings_of(one["environment"]) for one in bots.values()]
    assert len(found) > 1
    assert [one.pop("PROCESS") for one in found] == [*range(len(found))]
    assert all(one == found[0] for one in found)
    assert found[0]["PROCESSES"] == len(found)
    assert found[0]["SHARDS"] % len(found) == 0


def test_both_compositions_run_the_bot_in_the_same_way() -> None:
    """The same rights, stop period and health check; with several processes, nothing is stored in the container."""
    bot = COMPOSITION["services"]["bot-0"]
    same = "healthcheck init restart stop_grace_period read_only cap_drop security_opt env_file"
    for name in same.split():
        assert bot[name] == ONE[name]
    (volume,) = ONE["volumes"]
    folder = volume.partition(":")[2]
    (uid,) = re.findall(r"--uid (\d+)", page("Dockerfile"))
    assert f"{folder}:uid={uid}" in bot["tmpfs"]
    assert "volumes" not in bot


def test_the_database_and_the_proxy_are_in_the_composition() -> None:
    """Both sides use the same password variable, which is not put into an address."""
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
    """Return a pod's environment, with an example of its secret."""
    (container,) = STATEFUL_SET["spec"]["template"]["spec"]["containers"]
    given = {one["name"]: one.get("value") for one in container["env"]}
    (ordinal,) = [one for one in container["env"] if "value" not in one]
    assert ordinal["name"] == "PROCESS"
    field = ordinal["valueFrom"]["fieldRef"]["fieldPath"]
    assert field == "metadata.labels['apps.kubernetes.io/pod-index']"
    secret = {"DISCORD_TOKEN": "token", "DATABASE": "postgresql://user:password@host/name"}
    return {**given, **secret, "PROCESS": str(number)}


def test_the_pods_share_the_servers() -> None:
    """One pod per process, with the pod's number."""
    count = STATEFUL_SET["spec"]["replicas"]
    for number in range(count):
        settings = settings_of(environment_of_a_pod(number))
        assert (settings["PROCESS"], settings["PROCESSES"]) == (number, count)
        assert settings["SHARDS"] % count == 0


def test_probes_and_prometheus_use_the_metrics_port() -> None:
    """Only readiness uses /healthz, so an outage of Discord never restarts a pod."""
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


def test_a_pod_has_only_the_rights_that_the_image_needs() -> None:
    """The image's user, and a writable folder in place of the image's volume."""
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
"""Check quickly whether all rounds are judged."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The names of all metrics of a connected bot, each with its labels."""
    settings = {"METRICS_PORT": str(free_port()), "BACKUP_HOURS": "24"}
    async with sandbox_for_processes() as sandbox, aiohttp.ClientSession() as session:
        folder = tmp_path_factory.mktemp("metrics")
        async with running(BotProcess(sandbox, folder, settings, instead=SOON)):
            address = f"http://127.0.0.1:{settings['METRICS_PORT']}/metrics"
            for _ in range(READS):
                async with session.get(address) as page:
                    text = await page.text()
                if "blackjack_judging_behind_seconds" in text:
                    break
    # Exported only after Discord has sent the values; tests/bot/test_metrics.py tests them.
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
def queries() -> tuple[str, ...]:
    """All PromQL expressions of the dashboard and the alerts."""
    found = [target["expr"] for panel in panels() for target in panel["targets"]]
    found += [one["expr"] for one in DASHBOARD["annotations"]["list"] if "expr" in one]
    lists = DASHBOARD["templating"]["list"]
    found += [one["query"]["query"] for one in lists if one["name"] == "job"]
    return (*found, *(rule["expr"] for group in ALERTS["groups"] for rule in group["rules"]))


def metrics_in(query: str) -> set[str]:
    """Return the names of metrics in a query: words outside functions, labels, quotes and brackets."""
    bare = re.sub(r'"[^"]*"|\[[^]]*\]|\{[^}]*\}|\bby \([^)]*\)', " ", query)
    display_name = set(re.findall(r"([a-z_]+)\s*\(", bare))
    return set(re.findall(r"[a-z_]{2,}", bare)) - display_name - {"by", "job"}


def labels_in(query: str) -> Iterator[tuple[str, str]]:
    """Yield each metric and label that a query selects or groups by."""
    for metric, picked in re.findall(r"([a-z_]+)\{([^}]*)\}", query):
        yield from ((metric, label) for label in re.findall(r"(\w+)=", picked) if label != "job")
    for label in re.findall(r"by \((\w+)\)", query):
        yield from ((metric, label) for metric in metrics_in(query))


async def test_queries_use_existing_metrics_and_labels(samples: dict[str, set[str]]) -> None:
    assert len(queries()) > 20
    for query in queries():
        assert metrics_in(query), query
        assert metrics_in(query) - OTHERS <= samples.keys(), query
        assert all(label in samples[metric] for metric, label in labels_in(query)), query


async def test_every_metric_is_explained(samples: dict[str, set[str]]) -> None:
    """docs/running.md has a row for each metric and no other, and names every outcome."""
    explained = {row[0].strip("`") for row in rows("docs/running.md", "### Metrics")}
    families = {re.sub(r"_(bucket|count|sum)$", "", name) for name in samples}
    assert explained - OTHERS == families
    part = page("docs/running.md").partition("## What to watch")[2]
    assert [one for one in ClickOutcome if f"`{one}`" not in part] == []


def test_every_alert_is_explained() -> None:
    """docs/running.md has the same alerts in the same order, and alerts use existing outcomes."""
    rules = [rule for group in ALERTS["groups"] for rule in group["rules"]]
    samples = [row[0].strip("`") for row in rows("docs/running.md", "### Alerts")]
    assert [rule["alert"] for rule in rules] == samples
    severities = [rule["labels"]["severity"] for rule in rules]
    assert severities == [row[1] for row in rows("docs/running.md", "### Alerts")]
    assert {*severities} == {"critical", "warning", "info"}
    assert all(rule["annotations"]["summary"] for rule in rules)
    for found in re.findall(r'outcome=~"([^"]+)"', "".join(queries())):
        assert set(found.split("|")) <= set(ClickOutcome)


def test_the_dashboard_can_be_imported() -> None:
    """The data source is a variable; panels have unique ids and fit into the width without overlapping."""
    source, job = DASHBOARD["templating"]["list"]
    assert (source["type"], source["query"]) == ("datasource", "prometheus")
    ours = {"type": "prometheus", "uid": f"${{{source['name']}}}"}
    assert DASHBOARD["schemaVersion"] >= 39
    assert "id" not in DASHBOARD, "Grafana numbers it on import"
    assert [panel["id"] for panel in panels()] == [*range(1, len(panels()) + 1)]
    for asking in (job, *panels(), *(target for panel in panels() for target in panel["targets"])):
        assert asking["datasource"] == ours
    taken = [
        (x, y)
        for at in (panel["gridPos"] for panel in panels())
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(taken) == len({*taken}), "two panels overlap"
    assert max(x for x, _ in taken) < 24
    for targets in (panel["targets"] for panel in panels()):
        assert [target["refId"] for target in targets] == [*"ABCD"[: len(targets)]]
