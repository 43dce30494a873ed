"""What is installed is all that the bot needs: by `pip install .`, as a service, and in a container."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from importlib import metadata
from pathlib import Path

import pytest
from packaging.licenses import canonicalize_license_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.pages import ROOT
from tests.pages import page as text
from tests.test_architecture import HOUSE, imports

PROJECT = tomllib.loads(text("pyproject.toml"))
EXTRAS = ("metrics", "postgres", "sentry")
"""What some hosts need; the image and the service have it all."""
PYTHONS = re.findall(r":: (3\.\d+)$", "\n".join(PROJECT["project"]["classifiers"]), re.M)
TOP = ("cogs", "engine", "sandbox")
(SCRIPT,) = PROJECT["project"]["scripts"]
UNIT = ROOT / "docs" / "blackjack.service"
UNIT_OF_MANY = ROOT / "docs" / "blackjack@.service"
TIMED = {tool: ROOT / "docs" / f"blackjack-{tool}.service" for tool in ("audit", "backup")}
ANALYZE = shutil.which("systemd-analyze")
PIN = re.compile(r"^(\S+==\S+(?: ; .+)?) \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", re.M)


def run_script(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the installed script in a folder."""
    command = [str(Path(sys.executable).with_name(SCRIPT)), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def pins(python: str) -> dict[str, str]:
    """The version of each package that requirements.txt installs on this Python, by normalised name."""
    lines = [Requirement(line) for line in PIN.findall(text("requirements.txt"))]
    return {
        canonicalize_name(one.name): str(one.specifier).removeprefix("==")
        for one in lines
        if applies(one, python_version=python, python_full_version=f"{python}.0")
    }


def applies(requirement: Requirement, **environment: str) -> bool:
    """Whether it is meant for a machine like this one but for these markers."""
    return requirement.marker is None or requirement.marker.evaluate({"extra": "", **environment})


def asked_for(*extras: str) -> list[Requirement]:
    """What the project names itself, with the extras that these extras name."""
    named = [Requirement(one) for one in PROJECT["project"]["dependencies"]]
    for extra in extras:
        for one in map(Requirement, PROJECT["project"]["optional-dependencies"][extra]):
            named += asked_for(*one.extras) if one.name == SCRIPT else [one]
    return named


def brought_by(requirements: Iterable[Requirement]) -> set[str]:
    """The normalised names of all packages that come with these, as far as they are installed here."""
    found: set[str] = set()
    todo = [*requirements]
    while todo:
        name = canonicalize_name(todo.pop().name)
        if name not in found:
            found.add(name)
            with suppress(metadata.PackageNotFoundError):
                needs = map(Requirement, metadata.requires(name) or ())
                todo += [one for one in needs if applies(one)]
    return found


def unit(path: Path = UNIT) -> dict[str, list[str]]:
    """The values of each name in a service's unit, in order."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def ours(pattern: str) -> set[Path]:
    """The files of the program's packages that match."""
    found = (path for top in TOP for path in (ROOT / top).rglob(pattern) if path.is_file())
    return {path for path in found if "__pycache__" not in path.parts}


def build(what: str, source: Path) -> Path:
    """The `sdist` or the `wheel` of this folder, as the project's build backend makes it."""
    program = f"from setuptools import build_meta; build_meta.build_{what}('dist')"
    subprocess.run([sys.executable, "-c", program], cwd=source, capture_output=True, check=True)
    (made,) = (source / "dist").iterdir()
    return made


def test_what_is_built_is_what_the_program_needs(tmp_path: Path) -> None:
    """From a source distribution, which has no tests, as they need a clone: every module and all beside them, but the
    pictures of the pages.
    """
    unwanted = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info")
    shutil.copytree(ROOT, tmp_path / "clone", ignore=unwanted)
    packed = build("sdist", tmp_path / "clone")
    subprocess.run(["tar", "-xzf", packed], cwd=tmp_path, check=True)
    (source,) = tmp_path.glob(f"{SCRIPT.replace('-', '_')}-*")
    about = {"LICENSE", "MANIFEST.in", "PKG-INFO", "README.md", "pyproject.toml", "setup.cfg"}
    inside = {path.name for path in source.iterdir() if path.suffix != ".egg-info"}
    assert inside == {*TOP, "bot.py", *about}
    with zipfile.ZipFile(build("wheel", source)) as wheel:
        built = {name for name in wheel.namelist() if ".dist-info/" not in name}
        licences = {name.partition("/licenses/")[2] for name in wheel.namelist()} - {""}
    assert licences == {*PROJECT["project"]["license-files"]}
    pages = text("README.md") + text("docs/playing.md")
    shown = {path for path in ours("*.png") if f"{path.relative_to(ROOT)})" in pages}
    needed = {path.relative_to(ROOT).as_posix() for path in ours("*") - shown}
    assert built == {*needed, "bot.py"}


LICENCES = {
    "MIT License": "MIT",
    "Bitstream Vera Fonts Copyright": "Bitstream-Vera",
    "Arev Fonts Copyright": "LicenseRef-Arev",
}
"""Words of a licence, and how SPDX writes it."""


def test_every_licence_is_named() -> None:
    """Each file of a licence that the packages bring is one of the project's, and the expression has what they say."""
    files = {ROOT / "LICENSE", *ours("LICENSE*")}
    assert files == {ROOT / file for file in PROJECT["project"]["license-files"]}
    texts = [file.read_text(encoding="utf-8") for file in files]
    said = {name for words, name in LICENCES.items() if any(words in text for text in texts)}
    assert {*PROJECT["project"]["license"].split(" AND ")} == said
    assert canonicalize_license_expression(PROJECT["project"]["license"])
    fonts = {path.parent / "LICENSE" for path in ours("*") if path.suffix in (".ttf", ".otf")}
    assert fonts <= files


@pytest.mark.parametrize(
    ("paths", "extras"),
    [
        (HOUSE, EXTRAS),
        ([*(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")], ("test",)),
    ],
    ids=["the program", "the tests"],
)
def test_what_is_imported_is_installed(paths: list[Path], extras: tuple[str, ...]) -> None:
    """Each module comes with a package that is asked for, and not by chance."""
    packages, brought = metadata.packages_distributions(), brought_by(asked_for(*extras))
    own = {*TOP, "bot", "tests", "benchmarks", *sys.stdlib_module_names}
    modules = {name.partition(".")[0] for path in paths for name in imports(path)} - own
    found = {one: {*map(canonicalize_name, packages.get(one, ()))} for one in modules}
    assert modules
    assert [one for one, names in found.items() if not brought & names] == []


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


def test_the_bot_is_started_by_its_script() -> None:
    """Nothing that a host reads starts it in a way that depends on the folder."""
    read = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*"), ROOT / "Dockerfile"]
    texts = {path: path.read_text("utf-8") for path in read if path.is_file()}
    ways = r"python3? -m bot\b|python3? bot\.py"
    assert [path for path, told in texts.items() if re.search(ways, told)] == []


@pytest.mark.parametrize("python", PYTHONS)
def test_exact_versions_are_those_that_the_project_asks_for(python: str) -> None:
    """Each dependency is pinned to a version in its range, the builder and what only some hosts need, too; and what
    discord.py needs of a Python that has it no more.
    """
    pinned = pins(python)
    for requirement in (
        *asked_for(*EXTRAS),
        *map(Requirement, PROJECT["build-system"]["requires"]),
    ):
        assert pinned[canonicalize_name(requirement.name)] in requirement.specifier
    assert pinned["psycopg-binary"] == pinned["psycopg"]
    assert ("audioop-lts" in pinned) == (Version(python) >= Version("3.13"))


def test_the_image_installs_nothing_that_it_has_no_hash_of() -> None:
    """Every line is a pin, one of its hashes, or a comment: no host, no option, no range."""
    rest = PIN.sub("", text("requirements.txt"))
    assert not [line for line in rest.splitlines() if not re.match(r"\s*(#|$)", line)]
    assert "://" not in rest
    (python,) = set(re.findall(r"^FROM python:([\d.]+)-slim", text("Dockerfile"), re.M))
    assert python in PYTHONS
    assert "install --no-cache-dir --require-hashes -r requirements.txt" in text("Dockerfile")


def test_the_service_runs_what_its_page_installs() -> None:
    """The unit and docs/running.md name the same places; that page copies the units from where they are, and upgrades
    as it installs.
    """
    service, page = unit(), text("docs/running.md")
    (script,), (home,), (user,) = (service[n] for n in ("ExecStart", "WorkingDirectory", "User"))
    assert {*UNIT.parent.glob("blackjack*.service")} == {UNIT, UNIT_OF_MANY, *TIMED.values()}
    for step in (
        "sudo python3 -m venv .venv",
        "sudo .venv/bin/pip install --require-hashes -r requirements.txt",
        "sudo .venv/bin/pip install --no-deps --no-build-isolation .",
        "sudo cp docs/blackjack*.service docs/blackjack*.timer /etc/systemd/system/",
        "sudo systemctl daemon-reload",
    ):
        assert page.count(f" {step}\n") == 2
    assert f"sudo git clone ADDRESS {Path(script).parents[2]}\n" in page
    assert f"sudo -u {user} env --chdir={home} {script} audit\n" in page
    assert f"{home}/.env" in page
    documentation = Path(service["Documentation"][0].removeprefix("file://"))
    assert (ROOT / documentation.relative_to(Path(script).parents[2])).is_file()
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
    assert each.pop("Environment") == ["PROCESS=%i"]
    assert int(each.pop("StartLimitBurst")[0]) < int(one.pop("StartLimitBurst")[0])
    assert each == one


@pytest.mark.parametrize(("tool", "path"), TIMED.items(), ids=TIMED)
def test_a_tool_by_a_timer_has_the_rights_of_the_service(tool: str, path: Path) -> None:
    """Its places and its locks; it ends by itself, and is named by a timer, which a host's page enables."""
    service, own = unit(), unit(path)
    names = [*service]
    locks = names[names.index("UMask") : names.index("WantedBy")]
    families = own.pop("RestrictAddressFamilies")[0].split()
    assert {*families} <= {*service.pop("RestrictAddressFamilies")[0].split()}
    for name in ("User", "WorkingDirectory", "StateDirectory", "StateDirectoryMode", *locks):
        assert own.get(name) == service.get(name), name
    assert own["ExecStart"] == [f"{service['ExecStart'][0]} {tool}"]
    assert own["Type"] == ["oneshot"]
    timer = unit(path.with_suffix(".timer"))
    assert timer["WantedBy"] == ["timers.target"]
    assert timer["Persistent"] == ["true"]
    (page,) = re.findall("sudo systemctl enable --now (.*timer)", text("docs/running.md"))
    assert path.with_suffix(".timer").name in page


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze")
@pytest.mark.parametrize(
    "path", [UNIT, UNIT_OF_MANY, *TIMED.values()], ids=lambda path: str(path.name)
)
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
    read = {file for file in read if file.partition("/")[0] not in TOP}
    assert sent == {"pyproject.toml", "requirements.txt", "bot.py", *read, *TOP}
