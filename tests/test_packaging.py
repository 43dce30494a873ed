"""What `pip install .` installs is all that the bot needs."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
TOP = ("cogs", "engine", "sandbox")


def package(path: Path) -> str:
    """The dotted name of the folder that holds this file."""
    return ".".join(path.parent.relative_to(ROOT).parts)


def ours(pattern: str) -> set[Path]:
    """The files of the program's packages that match."""
    found = (path for top in TOP for path in (ROOT / top).rglob(pattern) if path.is_file())
    return {path for path in found if "__pycache__" not in path.parts}


def test_every_package_is_installed() -> None:
    """Each folder with modules is listed, and no other."""
    assert {package(path) for path in ours("*.py")} == set(SETUP["packages"])
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
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = {path for path in ours("*.png") if f"({path.relative_to(ROOT)})" in readme}
    assert ours("*") - ours("*.py") - shown == brought


def test_a_container_gets_what_is_installed() -> None:
    """Of this folder, only what `pip install .` reads is sent to be built, and never a token or a database."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    sent = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert "*" in lines
    assert sent == {"pyproject.toml", "README.md", "bot.py", *TOP}


def test_a_container_keeps_everything_on_its_volume() -> None:
    """The database, its backups and what matplotlib remembers are where the bot may write."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    places = re.findall(r"(DATABASE|BACKUP_DIRECTORY|MPLCONFIGDIR)=(\S+)", dockerfile)
    assert len(places) == 3
    assert all(path.startswith("/data/") for _, path in places)
    assert "VOLUME /data" in dockerfile
