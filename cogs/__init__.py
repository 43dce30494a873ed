"""The bot's Discord side: slash commands, buttons and messages. Game rules and storage are in `engine`."""

PACKAGE = "blackjack-table"


def installed_version() -> str:
    from importlib import metadata

    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "?"
