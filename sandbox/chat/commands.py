"""Registers the bot's slash commands and checks Discord's limits on them."""

import re

from sandbox.chat.form import Form, Path
from sandbox.wire.json_text import (
    ENTRY_POINT_MISSING,
    TOO_MANY_CREATES,
    ApiError,
    Json,
    is_int,
    snowflake,
)
from sandbox.wire.numbers import CHAT_INPUT, ENTRY_POINT, LOCALES, Option
from sandbox.world.objects import Event
from sandbox.world.windows import SlidingWindows
from sandbox.world.world import World

TEXT_IN_A_COMMAND = 8_000
NAME = re.compile(r"[-_'\w]{1,32}")
HANDLERS = (1, 2)
"""The app, or Discord, which opens the Activity."""
VALUES: dict[Option, type] = {Option.STRING: str, Option.INTEGER: int}
SAFE_INTEGER = 2**53


def check_command(form: Form, command: Json, path: Path) -> None:
    """Record in `form` every fault of a slash command's definition."""
    permissions = command.get("default_member_permissions")
    if permissions is not None and snowflake(str(permissions)) is None:
        text = f'Value "{permissions}" is not int.'
        form.add((*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", text)
    if "type" in command:
        form.choice(command["type"], (*path, "type"), (CHAT_INPUT, ENTRY_POINT))
    if command.get("type") == ENTRY_POINT:
        form.choice(command.get("handler"), (*path, "handler"), HANDLERS)
    _check_texts(form, command, path)
    _check_options(form, command, path)
    if _size(command) > TEXT_IN_A_COMMAND:
        text = f"Command exceeds maximum size ({TEXT_IN_A_COMMAND})"
        form.add(path, "APPLICATION_COMMAND_TOO_LARGE", text)


def _check_texts(form: Form, node: Json, path: Path) -> None:
    name = form.string(node, "name", path, 32, 1, required=True)
    if name is not None:
        _check_name(form, name, (*path, "name"))
    form.string(node, "description", path, 100, 1, required=True)
    for locale, translated in _translations(form, node, "name", path, 32).items():
        _check_name(form, translated, (*path, "name_localizations", locale))
    _translations(form, node, "description", path, 100)


def _check_name(form: Form, name: str, path: Path) -> None:
    if not NAME.fullmatch(name) or name != name.lower():
        form.add(path, "APPLICATION_COMMAND_INVALID_NAME", f'Command name "{name}" is invalid.')


def _translations(form: Form, node: Json, key: str, path: Path, high: int) -> dict[str, str]:
    path = (*path, f"{key}_localizations")
    given = form.mapping(node, f"{key}_localizations", path[:-1]) or {}
    found: dict[str, str] = {}
    for locale in given:
        if locale not in LOCALES:
            listed = ", ".join(repr(one) for one in LOCALES)
            form.add((*path, locale), "BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")
        elif text := form.string(given, locale, path, high, 1, required=True):
            found[locale] = text
    return found


def _check_options(form: Form, node: Json, path: Path) -> None:
    seen: set[tuple[str, str]] = set()
    optional = False
    for i, option in enumerate(form.items(node, "options", path, 25)):
        at = (*path, "options", i)
        _check_option(form, option, at)
        names = _names(option)
        if names & seen:
            text = "Option name must be unique"
            form.add((*at, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE", text)
        seen |= names
        if option.get("required") and optional:
            text = "Required options must be placed before non-required options"
            form.add(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional = optional or not option.get("required")


def _names(option: Json) -> set[tuple[str, str]]:
    translated = option.get("name_localizations")
    names = translated if isinstance(translated, dict) else {}
    return {(locale, str(name)) for locale, name in names.items()} | {("", str(option.get("name")))}


def _check_option(form: Form, option: Json, path: Path) -> None:
    if not form.choice(option.get("type"), (*path, "type"), tuple(Option)):
        return
    kind = Option(option["type"])
    _check_texts(form, option, path)
    form.boolean(option, "required", path)
    if kind in (Option.SUBCOMMAND, Option.GROUP):
        _check_options(form, option, path)
        return
    if form.boolean(option, "autocomplete", path) and option.get("choices"):
        text = "Choices cannot be used with autocomplete"
        form.add((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", text)
    if option.get("choices"):
        check_choices(form, option, path, kind)


def check_choices(form: Form, node: Json, path: Path, kind: Option) -> None:
    """Record in `form` every fault of the `choices` of an option or an autocomplete response."""
    for i, choice in enumerate(form.items(node, "choices", path, 25)):
        at = (*path, "choices", i)
        form.string(choice, "name", at, 100, 1, required=True)
        _translations(form, choice, "name", at, 100)
        _check_value(form, choice.get("value"), (*at, "value"), kind)


def _check_value(form: Form, value: object, path: Path, kind: Option) -> None:
    wanted = VALUES.get(kind)
    if wanted is None or isinstance(value, bool) or not isinstance(value, wanted):
        form.add(path, "BASE_TYPE_CHOICES", f"Value must be of type {kind.name}.")
    elif isinstance(value, str):
        form.length(len(value), path, 1, 100)
    elif isinstance(value, int) and abs(value) > SAFE_INTEGER:
        form.add(path, "NUMBER_TYPE_MAX", "Must be within 2^53 of zero.")


def _size(node: Json) -> int:
    """Count a command's characters as Discord does: each text's longest translation, and the choices' values."""
    inner = [*_objects(node, "options"), *_objects(node, "choices")]
    own = _longest(node, "name") + _longest(node, "description") + len(str(node.get("value", "")))
    return own + sum(_size(one) for one in inner)


def _objects(node: Json, key: str) -> list[Json]:
    listed = node.get(key)
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _longest(node: Json, key: str) -> int:
    translated = node.get(f"{key}_localizations")
    texts = [node.get(key), *(translated.values() if isinstance(translated, dict) else ())]
    return max(len(text) for text in (*texts, "") if isinstance(text, str))


COMMANDS = 100
CREATED = "created"
TRANSLATIONS = ("name_localizations", "description_localizations")


class Commands:
    """The bot's registered slash commands, which all guilds have."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._made = SlidingWindows(lambda: world.snowflakes.now())

    def replace(self, bodies: list[Json]) -> list[Json]:
        """Replace all commands; a command with an old one's type and name keeps its id.

        Raises ApiError 50035 for an invalid command, 50240 if the Entry Point command would be removed, 30034 for too
        many new commands in a day.
        """
        form = Form()
        form.length(len(bodies), (), 0, COMMANDS)
        for i, body in enumerate(bodies):
            check_command(form, body, (i,))
        _check_unique(form, bodies)
        form.check()
        ids = {_identity(known): number for number, known in self._world.commands.items()}
        identities = {_identity(body) for body in bodies}
        if any(kind == ENTRY_POINT for kind, _ in ids.keys() - identities):
            raise ApiError(*ENTRY_POINT_MISSING)
        new = len(identities - ids.keys())
        if new > self._made.left(CREATED, self._world.command_creates):
            raise ApiError(*TOO_MANY_CREATES)
        self._made.count(CREATED, new)
        self._world.commands.clear()
        self._world.forget_overwrites({ids[one] for one in ids.keys() - identities})
        for body in bodies:
            number = ids.get(_identity(body)) or self._world.snowflakes.next()
            self._world.commands[number] = self._stored(body, number)
        self._world.publish(Event(name="COMMANDS", data={}))
        return list(self._world.commands.values())

    def _stored(self, body: Json, number: int) -> Json:
        permissions = body.get("default_member_permissions")
        kind, name = _identity(body)
        handler = {"handler": body["handler"]} if kind == ENTRY_POINT else {}
        return handler | {
            "id": str(number),
            "application_id": str(self._world.bot.id),
            "version": str(self._world.snowflakes.next()),
            "type": kind,
            "name": name,
            "name_localizations": body.get("name_localizations"),
            "description": body["description"],
            "description_localizations": body.get("description_localizations"),
            "options": body.get("options") or [],
            "default_member_permissions": None if permissions is None else str(permissions),
            "nsfw": bool(body.get("nsfw")),
            "contexts": body.get("contexts") or [0],
            "integration_types": body.get("integration_types") or [0],
        }


def _check_unique(form: Form, bodies: list[Json]) -> None:
    seen = set[tuple[int, str]]()
    for i, body in enumerate(bodies):
        identity = _identity(body)
        if identity in seen:
            text = "Application command names must be unique"
            form.add((i, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        seen.add(identity)


def _identity(command: Json) -> tuple[int, str]:
    """Return a command's type and name; an invalid type (0) is refused elsewhere."""
    kind = command.get("type", CHAT_INPUT)
    return kind if is_int(kind) else 0, str(command.get("name"))


def untranslated(nodes: list[Json]) -> list[Json]:
    """Return commands without translations, as Discord lists them by default."""
    return [_without_translations(node) for node in nodes]


def _without_translations(node: Json) -> Json:
    rest = {key: value for key, value in node.items() if key not in TRANSLATIONS}
    inner = {key: untranslated(rest[key]) for key in ("options", "choices") if rest.get(key)}
    return rest | inner
