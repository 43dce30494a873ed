"""The Discord side of the bot: commands, buttons, boards; without rules, SQL or arithmetic."""

PACKAGE = "blackjack-table"


def installed_version() -> str:
    """The version of the installed package, or `?` if it is not installed."""
    from importlib import metadata

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "?"
