"""Languages: what a user's and a server's locale change, and which translations are refused."""

import pytest

from sandbox import Refused, Sandbox

from .raw import Json, Raw
from .test_limits import command, option
from .toy import Toy


async def test_the_servers_language_reaches_the_bot(sandbox: Sandbox, showing: Toy) -> None:
    """A Community server's is told by the gateway and in every interaction; other servers have none of their own."""
    alice, lounge = sandbox.user(1), sandbox.channel("lounge")
    alice.speak("es-419")
    told = []
    for language in (None, "fr", None):
        sandbox.guild().speak(language)
        told.append((await alice.command(lounge, "languages")).text)

    assert told == ["es-419 en-US en-US", "es-419 fr fr", "es-419 en-US en-US"]


async def test_commands_are_called_by_either_name(sandbox: Sandbox, showing: Toy) -> None:
    """A user types the names of their language or the bot's own; the bot gets its own."""
    alice, bob, lounge = sandbox.user(1), sandbox.user(2), sandbox.channel("lounge")
    alice.speak("de")

    german = await alice.command(lounge, "tisch öffnen", regeln="eu", plätze=3, besitzer=bob)
    english = await alice.command(lounge, "table open", rules="us", plätze=1)

    assert german.text == "eu 3 bob red"
    assert english.text == "us 1 None red"
    with pytest.raises(Refused, match="no command /tisch"):
        await bob.command(lounge, "tisch öffnen", rules="eu", seats=3)
    with pytest.raises(Refused, match="no option 'regeln'"):
        await bob.command(lounge, "table open", regeln="eu", seats=3)


INVALID = "APPLICATION_COMMAND_INVALID_NAME"
TWINS = [
    option(name="one", name_localizations={"de": "eins"}),
    option(name="two", name_localizations={"de": "eins"}),
]
LONG = [option(name=f"o{i}", description="x" * 100, required=False) for i in range(25)]
FILLED = [one | {"choices": [{"name": "n" * 100, "value": "v" * 100}] * 3} for one in LONG]
BAD: dict[str, tuple[Json, dict[str, str]]] = {
    "capital": (
        command(name_localizations={"de": "Los"}),
        {"name_localizations.de": INVALID},
    ),
    "long": (
        command(description_localizations={"fr": "x" * 101}),
        {"description_localizations.fr": "BASE_TYPE_BAD_LENGTH"},
    ),
    "option": (
        command(option(name_localizations={"da": "Å"})),
        {"options.0.name_localizations.da": INVALID},
    ),
    "choice": (
        command(
            option(choices=[{"name": "A", "value": "a", "name_localizations": {"de": "x" * 101}}])
        ),
        {"options.0.choices.0.name_localizations.de": "BASE_TYPE_BAD_LENGTH"},
    ),
    "twins": (
        command(*TWINS),
        {"options.1.name": "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE"},
    ),
    "all in all": (command(*FILLED), {"": "APPLICATION_COMMAND_TOO_LARGE"}),
}


@pytest.mark.parametrize(("body", "faults"), BAD.values(), ids=BAD)
async def test_bad_translations_are_refused(raw: Raw, body: Json, faults: dict[str, str]) -> None:
    """Translations have the limits of what they translate; the fault names the place."""
    found = await raw.faults("PUT", f"{raw.app}/commands", [body])
    assert found == {f"0.{path}".rstrip("."): code for path, code in faults.items()}
