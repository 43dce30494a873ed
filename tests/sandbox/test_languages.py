"""Languages: what a user's and a server's locale change, and which translations are refused."""

from typing import Any

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


async def test_a_new_session_knows_the_servers_language(raw: Raw) -> None:
    """GUILD_CREATE carries it with the feature that it goes with, and GUILD_UPDATE a later one."""
    raw.sandbox.guild().speak("de")
    async with raw.gateway(intents=1) as socket:
        told = [await socket.next("GUILD_CREATE")]
        for language in ("ja", None):
            raw.sandbox.guild().speak(language)
            told.append(await socket.next("GUILD_UPDATE"))

    expected = [("de", ["COMMUNITY"]), ("ja", ["COMMUNITY"]), ("en-US", [])]
    assert [(one["preferred_locale"], one["features"]) for one in told] == expected
    assert len({one["id"] for one in told}) == 1


async def test_only_discords_languages_are_spoken(sandbox: Sandbox) -> None:
    """A locale that Discord does not have is refused, and the old one stays."""
    with pytest.raises(Refused, match="'de-AT'"):
        sandbox.user(1).speak("de-AT")
    with pytest.raises(Refused, match="'xx'"):
        sandbox.guild().speak("xx")
    assert (sandbox.user(1).locale, sandbox.guild().language) == ("en-US", None)


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


async def test_the_list_of_commands_is_translated(sandbox: Sandbox, showing: Toy) -> None:
    """Each user is offered the commands that they may use, in their language."""
    alice, bob, lounge = sandbox.user(1), sandbox.user(2), sandbox.channel("lounge")
    bob.speak("de")

    assert alice.commands(lounge)["table open"] == "Open a table"
    assert bob.commands(lounge)["tisch öffnen"] == "Einen Tisch öffnen"
    assert "languages" in alice.commands(lounge)
    assert "languages" not in bob.commands(lounge)


async def test_choices_are_translated(sandbox: Sandbox, showing: Toy) -> None:
    """What the bot suggests is shown in the user's language."""
    alice, lounge = sandbox.user(1), sandbox.channel("lounge")
    alice.speak("de")

    typed: dict[str, Any] = {"regeln": "eu", "plätze": 1, "farbe": "g"}
    answer = await alice.autocomplete(lounge, "tisch öffnen", "farbe", **typed)

    assert answer.choices == (("grün", "green"), ("grau", "grey"))


GOOD = {
    "names": command(name_localizations={"de": "los", "fr": "à_1", "ja": "行く"}),
    "descriptions": command(description_localizations={"no": "x" * 100}),
    "none": command(name_localizations=None),
    "choices": command(
        option(choices=[{"name": "A", "value": "a", "name_localizations": {"de": "Ä" * 100}}])
    ),
}
INVALID = "APPLICATION_COMMAND_INVALID_NAME"
TWINS = [
    option(name="one", name_localizations={"de": "eins"}),
    option(name="two", name_localizations={"de": "eins"}),
]
LONG = [option(name=f"o{i}", description="x" * 100, required=False) for i in range(25)]
FILLED = [one | {"choices": [{"name": "n" * 100, "value": "v" * 100}] * 3} for one in LONG]
BAD: dict[str, tuple[Json, dict[str, str]]] = {
    "locale": (
        command(name_localizations={"de_DE": "los"}),
        {"name_localizations.de_DE": "BASE_TYPE_CHOICES"},
    ),
    "capital": (
        command(name_localizations={"de": "Los"}),
        {"name_localizations.de": INVALID},
    ),
    "space": (
        command(name_localizations={"fr": "allez y"}),
        {"name_localizations.fr": INVALID},
    ),
    "long": (
        command(description_localizations={"fr": "x" * 101}),
        {"description_localizations.fr": "BASE_TYPE_BAD_LENGTH"},
    ),
    "empty": (
        command(description_localizations={"fr": ""}),
        {"description_localizations.fr": "BASE_TYPE_REQUIRED"},
    ),
    "no object": (
        command(name_localizations="los"),
        {"name_localizations": "DICT_TYPE_CONVERT"},
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


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD)
async def test_good_translations_are_taken(raw: Raw, body: Json) -> None:
    """Discord's languages, letters of several scripts, and texts of the full length are taken."""
    assert await raw.faults("PUT", f"{raw.app}/commands", [body]) == {}


@pytest.mark.parametrize(("body", "faults"), BAD.values(), ids=BAD)
async def test_bad_translations_are_refused(raw: Raw, body: Json, faults: dict[str, str]) -> None:
    """Translations have the limits of what they translate; the fault names the place."""
    found = await raw.faults("PUT", f"{raw.app}/commands", [body])
    assert found == {f"0.{path}".rstrip("."): code for path, code in faults.items()}


async def test_translations_are_listed_on_request(raw: Raw) -> None:
    """A list of commands leaves the translations out unless they are asked for."""
    url, names = f"{raw.app}/commands", {"de": "los"}
    body = command(option(name_localizations=names), name_localizations=names)
    await raw.call("PUT", url, [body])

    _, [short] = await raw.call("GET", url)
    _, [full] = await raw.call("GET", url + "?with_localizations=true")

    assert "name_localizations" not in short | short["options"][0]
    assert full["name_localizations"] == full["options"][0]["name_localizations"] == names
