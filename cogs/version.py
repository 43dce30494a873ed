"""Which version of the bot this is."""

PACKAGE = "blackjack-table"


def installed_version() -> str:
    """The version of the installed package; a question mark where the bot runs without having been installed."""
    from importlib import metadata

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "?"
