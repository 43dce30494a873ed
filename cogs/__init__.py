"""The Discord side of the bot: commands, buttons, boards; without rules, SQL or arithmetic."""

PACKAGE = "blackjack-table"


def installed_version() -> str:
    """Return the version of the installed package, or `?`."""
    from importlib import metadata

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "?"
