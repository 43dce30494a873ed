"""What is installed is all that the bot needs: by `pip install .`, as a service, and in a container."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent


def text(name: str) -> str:
    """What a file of the project says."""
    return (ROOT / name).read_text(encoding="utf-8")


PROJECT = tomllib.loads(text("pyproject.toml"))
SETUP = PROJECT["tool"]["setuptools"]
EXTRAS = ("metrics", "postgres", "sentry")
"""What some hosts need; the image has it all."""
TOP = ("cogs", "engine", "sandbox")
(SCRIPT,) = PROJECT["project"]["scripts"]
UNIT = ROOT / "docs" / "blackjack.service"
UNIT_OF_MANY = ROOT / "docs" / "blackjack@.service"
ANALYZE = shutil.which("systemd-analyze")
PIN = re.compile(r"^([a-z0-9.-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M)


def run_script(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the installed script in a folder."""
    command = [str(Path(sys.executable).with_name(SCRIPT)), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def pins() -> dict[str, str]:
    """The version of each package that the container's image installs, by normalised name."""
    return {
        canonicalize_name(name): version
        for name, version, _ in PIN.findall(text("requirements.txt"))
    }


def unit(path: Path = UNIT) -> dict[str, list[str]]:
    """The values of each name in a service's unit, in order."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def package(path: Path) -> str:
    """The dotted name of the folder that holds this file."""
    return ".".join(path.parent.relative_to(ROOT).parts)


def ours(pattern: str) -> set[Path]:
    """The files of the program's packages that match."""
    found = (path for top in TOP for path in (ROOT / top).rglob(pattern) if path.is_file())
    return {path for path in found if "__pycache__" not in path.parts}


def test_every_package_is_installed() -> None:
    """Each folder with modules is a package of one of the trees that are installed."""
    assert {f"{top}*" for top in TOP} == set(SETUP["packages"]["find"]["include"])
    assert {path.parent for path in ours("*.py")} == {path.parent for path in ours("__init__.py")}
    assert {path.stem for path in ROOT.glob("*.py")} == set(SETUP["py-modules"])


def test_everything_beside_the_modules_is_installed() -> None:
    """Migrations, sentences and the sandbox's page are brought along; the README's pictures stay."""
    brought = {
        path
        for name, patterns in SETUP["package-data"].items()
        for pattern in patterns
        for path in ROOT.joinpath(*name.split(".")).glob(pattern)
    }
    assert brought
    readme = text("README.md")
    shown = {path for path in ours("*.png") if f"({path.relative_to(ROOT)})" in readme}
    assert ours("*") - ours("*.py") - shown == brought


def test_the_script_runs_in_any_folder(tmp_path: Path) -> None:
    """Other programs' modules of the same names lie there: they are not ours, and are left alone."""
    (tmp_path / "bot.py").write_text("raise SystemExit('the wrong bot')\n")
    for name in ("engine", "cogs", "discord"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"raise SystemExit('the wrong {name}')\n")
    version = run_script(tmp_path, "--version")
    assert (version.returncode, version.stderr) == (0, "")
    assert version.stdout == f"{SCRIPT} {PROJECT['project']['version']}\n"
    audit = run_script(tmp_path, "audit")
    assert (audit.returncode, audit.stdout) == (2, "")
    assert audit.stderr == "There is no database at blackjack.db.\n"


@pytest.mark.parametrize(
    "name",
    [
        *("README.md", "docs/running.md", "Dockerfile", "compose.yaml"),
        *("docs/blackjack.service", "docs/blackjack@.service", "docs/compose.processes.yaml"),
    ],
)
def test_the_bot_is_started_by_its_script(name: str) -> None:
    """Nothing that a host reads starts it in a way that depends on the folder."""
    assert SCRIPT in text(name)
    assert not re.findall(r"python3? -m bot|python3? bot\.py", text(name))


def test_the_image_installs_what_the_project_asks_for() -> None:
    """Each dependency is pinned to a version in its range, the builder and what only some hosts need, too; the list is
    for the image's Python.
    """
    project = PROJECT["project"]
    extras = [one for name in EXTRAS for one in project["optional-dependencies"][name]]
    wanted = [*project["dependencies"], *extras, *PROJECT["build-system"]["requires"]]
    pinned = pins()
    for requirement in map(Requirement, wanted):
        assert pinned[canonicalize_name(requirement.name)] in requirement.specifier
    (python,) = set(re.findall(r"^FROM python:([\d.]+)-slim", text("Dockerfile"), re.M))
    assert f"pip-compile with Python {python}\n" in text("requirements.txt")


def test_the_image_installs_nothing_that_it_has_no_hash_of() -> None:
    """Every line is a pin, one of its hashes, or a comment: no host, no option, no range."""
    rest = PIN.sub("", text("requirements.txt"))
    assert pins()
    assert not [line for line in rest.splitlines() if not re.match(r"\s*(#|$)", line)]
    assert "://" not in rest
    assert "install --no-cache-dir --require-hashes -r requirements.txt" in text("Dockerfile")


def test_a_container_is_asked_whether_it_is_well() -> None:
    """The image and the composition ask the same tool, which there is, at the same times."""
    command = f'["CMD", "{SCRIPT}", "health"]'
    (asked,) = re.findall(r"^HEALTHCHECK (.+) CMD (\[.+\])$", text("Dockerfile"), re.M)
    times = dict(re.findall(r"--([a-z-]+)=(\w+)", asked[0]))
    block = re.search(r"healthcheck:\n((?: {6}.+\n)+)", text("compose.yaml"))
    assert block is not None
    composed = dict(re.findall(r"^ {6}(\w+): (.+)$", block[1], re.M))
    assert f'["CMD", {asked[1][1:]}' == command == composed.pop("test")
    assert {name.replace("-", "_"): value for name, value in times.items()} == composed


def test_the_licence_is_told_once() -> None:
    """The file and the package name the same licence and the same people."""
    project, licence = PROJECT["project"], text("LICENSE")
    (author,) = project["authors"]
    assert licence.startswith(f"{project['license']} License\n")
    assert f"Copyright (c) 2026 {author['name']}\n" in licence
    assert project["license-files"] == ["LICENSE"]


def test_the_service_runs_what_its_page_installs() -> None:
    """The unit and docs/running.md name the same places, and that page copies the unit from where it is."""
    service, page = unit(), text("docs/running.md")
    (script,), (home,), (user,) = (service[n] for n in ("ExecStart", "WorkingDirectory", "User"))
    assert f"sudo cp {UNIT.relative_to(ROOT)} /etc/systemd/system/" in page
    assert f"sudo git clone ADDRESS {Path(script).parents[2]}\n" in page
    assert f"sudo -u {user} env --chdir={home} {script} audit\n" in page
    assert f"{home}/.env" in page
    (documentation,) = service["Documentation"]
    assert (
        ROOT / Path(documentation.removeprefix("file://")).relative_to(Path(script).parents[2])
    ).is_file()
    assert service["StateDirectory"] == [Path(home).name]


def test_a_service_that_crashes_does_not_use_up_the_day() -> None:
    """Discord allows 1,000 identifies a day; what a person must mend is not tried again at all."""
    service = unit()
    (hours,), (burst,) = service["StartLimitIntervalSec"], service["StartLimitBurst"]
    assert hours == "1h"
    assert 24 * int(burst) < 1_000
    assert 3_600 / int(service["RestartSec"][0]) > int(burst), "the limit would never be reached"
    assert service["Restart"] == ["on-failure"]
    assert service["RestartPreventExitStatus"] == ["2"]


def test_each_of_several_is_the_service_with_a_number() -> None:
    """The unit for several processes is the other one but for `PROCESS`, and gives up sooner."""
    one, each = unit(), unit(UNIT_OF_MANY)
    assert each.pop("Description") == [f"{one.pop('Description')[0]}, process %i"]
    assert each.pop("Environment") == [*one.pop("Environment"), "PROCESS=%i"]
    assert int(each.pop("StartLimitBurst")[0]) < int(one.pop("StartLimitBurst")[0])
    assert each == one


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze")
@pytest.mark.parametrize("path", [UNIT, UNIT_OF_MANY], ids=lambda path: str(path.name))
def test_the_service_is_locked_in(path: Path) -> None:
    """systemd's own judgement of what the unit could do to the machine: 2.0 of 10, or better."""
    command = [str(ANALYZE), "security", "--offline=true", "--threshold=20", str(path)]
    judged = subprocess.run(command, capture_output=True, text=True, check=False)
    assert judged.returncode == 0, judged.stdout


def test_a_container_gets_what_is_installed() -> None:
    """Of this folder, only what installing reads is sent to be built, and never a token or a database."""
    lines = text(".dockerignore").split()
    sent = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert "*" in lines
    read = {PROJECT["project"]["readme"], *PROJECT["project"]["license-files"]}
    assert sent == {"pyproject.toml", "requirements.txt", "bot.py", *read, *TOP}


def test_a_container_keeps_everything_on_its_volume() -> None:
    """The database, its backups and what matplotlib remembers are where the bot may write."""
    dockerfile = text("Dockerfile")
    places = re.findall(r"(DATABASE|BACKUP_DIRECTORY|MPLCONFIGDIR)=(\S+)", dockerfile)
    assert len(places) == 3
    assert all(path.startswith("/data/") for _, path in places)
    assert "VOLUME /data" in dockerfile
