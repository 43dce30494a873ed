"""The Discord side: commands, buttons, boards; without rules, SQL or arithmetic."""

PACKAGE = "blackjack-table"


def installed_version() -> str:
    """Return the installed package's version, or `?`."""
    from importlib import metadata

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "?"
