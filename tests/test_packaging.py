"""The installed package is complete: by `pip install .`, as a service, and in a container."""

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
"""Optional features; the image and the service install all of them."""
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
    """Return the version of each package that requirements.txt installs on this Python, by normalised name."""
    lines = [Requirement(line) for line in PIN.findall(text("requirements.txt"))]
    return {
        canonicalize_name(one.name): str(one.specifier).removeprefix("==")
        for one in lines
        if applies(one, python_version=python, python_full_version=f"{python}.0")
    }


def applies(requirement: Requirement, **environment: str) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": "", **environment})


def declared(*extras: str) -> list[Requirement]:
    """Return the declared dependencies, including nested extras."""
    named = [Requirement(one) for one in PROJECT["project"]["dependencies"]]
    for extra in extras:
        for one in map(Requirement, PROJECT["project"]["optional-dependencies"][extra]):
            named += declared(*one.extras) if one.name == SCRIPT else [one]
    return named


def installed_with(requirements: Iterable[Requirement]) -> set[str]:
    """Return the normalised names of these packages and all their installed dependencies."""
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
    """Return the values of each key in a systemd unit, in order."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def ours(pattern: str) -> set[Path]:
    """Return the matching files of the program's packages."""
    found = (path for top in TOP for path in (ROOT / top).rglob(pattern) if path.is_file())
    return {path for path in found if "__pycache__" not in path.parts}


def build(what: str, source: Path) -> Path:
    """Build an `sdist` or a `wheel` with the project's backend."""
    program = f"from setuptools import build_meta; build_meta.build_{what}('dist')"
    subprocess.run([sys.executable, "-c", program], cwd=source, capture_output=True, check=True)
    (made,) = (source / "dist").iterdir()
    return made


def test_the_wheel_has_every_file_that_the_program_needs(tmp_path: Path) -> None:
    """Built from a source distribution without tests; the wheel has all files except the pages' pictures."""
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
"""Words of a licence's text, and its SPDX id."""


def test_every_licence_is_declared() -> None:
    """Licence files, the SPDX expression, and fonts."""
    files = {ROOT / "LICENSE", *ours("LICENSE*")}
    assert files == {ROOT / file for file in PROJECT["project"]["license-files"]}
    texts = [file.read_text(encoding="utf-8") for file in files]
    ids = {name for words, name in LICENCES.items() if any(words in text for text in texts)}
    assert {*PROJECT["project"]["license"].split(" AND ")} == ids
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
def test_every_import_has_a_declared_dependency(paths: list[Path], extras: tuple[str, ...]) -> None:
    """Not only one that happens to be installed."""
    packages, installed = metadata.packages_distributions(), installed_with(declared(*extras))
    own = {*TOP, "bot", "tests", "benchmarks", *sys.stdlib_module_names}
    modules = {name.partition(".")[0] for path in paths for name in imports(path)} - own
    found = {one: {*map(canonicalize_name, packages.get(one, ()))} for one in modules}
    assert modules
    assert [one for one, names in found.items() if not installed & names] == []


def test_the_script_ignores_modules_in_the_current_folder(tmp_path: Path) -> None:
    """Other programs may have modules of the same names there."""
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


def test_pages_start_the_bot_by_its_script() -> None:
    """Other ways depend on the current folder."""
    read = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*"), ROOT / "Dockerfile"]
    texts = {path: path.read_text("utf-8") for path in read if path.is_file()}
    ways = r"python3? -m bot\b|python3? bot\.py"
    assert [path for path, content in texts.items() if re.search(ways, content)] == []


@pytest.mark.parametrize("python", PYTHONS)
def test_pinned_versions_are_in_the_declared_ranges(python: str) -> None:
    """Including build requirements, extras, and audioop for newer Pythons."""
    pinned = pins(python)
    for requirement in (
        *declared(*EXTRAS),
        *map(Requirement, PROJECT["build-system"]["requires"]),
    ):
        assert pinned[canonicalize_name(requirement.name)] in requirement.specifier
    assert pinned["psycopg-binary"] == pinned["psycopg"]
    assert ("audioop-lts" in pinned) == (Version(python) >= Version("3.13"))


def test_requirements_are_pinned_by_hash() -> None:
    """Every line of requirements.txt is a pin, a hash or a comment."""
    rest = PIN.sub("", text("requirements.txt"))
    assert not [line for line in rest.splitlines() if not re.match(r"\s*(#|$)", line)]
    assert "://" not in rest
    (python,) = set(re.findall(r"^FROM python:([\d.]+)-slim", text("Dockerfile"), re.M))
    assert python in PYTHONS
    assert "install --no-cache-dir --require-hashes -r requirements.txt" in text("Dockerfile")


def test_the_service_matches_docs_running() -> None:
    """The same paths and user; upgrades use the commands of the installation."""
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


def test_a_crashing_service_stays_below_the_identify_limit() -> None:
    """Discord allows 1,000 identifies a day. Configuration errors (status 2) are not retried."""
    service = unit()
    (hours,), (burst,) = service["StartLimitIntervalSec"], service["StartLimitBurst"]
    assert hours == "1h"
    assert 24 * int(burst) < 1_000
    assert 3_600 / int(service["RestartSec"][0]) > int(burst), (
        "the burst limit would never be reached"
    )
    assert service["Restart"] == ["on-failure"]
    assert service["RestartPreventExitStatus"] == ["2"]


def test_the_template_unit_is_the_service_with_a_number() -> None:
    """Only `PROCESS` and a lower burst limit differ."""
    one, each = unit(), unit(UNIT_OF_MANY)
    assert each.pop("Description") == [f"{one.pop('Description')[0]}, process %i"]
    assert each.pop("Environment") == ["PROCESS=%i"]
    assert int(each.pop("StartLimitBurst")[0]) < int(one.pop("StartLimitBurst")[0])
    assert each == one


@pytest.mark.parametrize(("tool", "path"), TIMED.items(), ids=TIMED)
def test_timed_tools_have_the_rights_of_the_service(tool: str, path: Path) -> None:
    """The same paths and sandboxing, as a oneshot with a timer that docs/running.md enables."""
    service, own = unit(), unit(path)
    names = [*service]
    hardening = names[names.index("UMask") : names.index("WantedBy")]
    families = own.pop("RestrictAddressFamilies")[0].split()
    assert {*families} <= {*service.pop("RestrictAddressFamilies")[0].split()}
    for name in ("User", "WorkingDirectory", "StateDirectory", "StateDirectoryMode", *hardening):
        assert own.get(name) == service.get(name), name
    assert own["ExecStart"] == [f"{service['ExecStart'][0]} {tool}"]
    assert own["Type"] == ["oneshot"]
    timer = unit(path.with_suffix(".timer"))
    assert timer["WantedBy"] == ["timers.target"]
    assert timer["Persistent"] == ["true"]
    (page,) = re.findall("sudo systemctl enable --now (.*timer)", text("docs/running.md"))
    assert path.with_suffix(".timer").name in page


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize(
    "path", [UNIT, UNIT_OF_MANY, *TIMED.values()], ids=lambda path: str(path.name)
)
def test_the_units_are_hardened(path: Path) -> None:
    """`systemd-analyze security` rates each unit at 2.0 of 10 or better."""
    command = [str(ANALYZE), "security", "--offline=true", "--threshold=20", str(path)]
    judged = subprocess.run(command, capture_output=True, text=True, check=False)
    assert judged.returncode == 0, judged.stdout


def test_the_build_context_has_only_installed_files() -> None:
    """Never a token or a database."""
    lines = text(".dockerignore").split()
    sent = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert "*" in lines
    read = {PROJECT["project"]["readme"], *PROJECT["project"]["license-files"]}
    read = {file for file in read if file.partition("/")[0] not in TOP}
    assert sent == {"pyproject.toml", "requirements.txt", "bot.py", *read, *TOP}
