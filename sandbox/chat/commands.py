"""The bot's registered commands."""

from sandbox.checks.commands import check_command
from sandbox.checks.form import Form
from sandbox.wire.errors import entry_point_missing
from sandbox.wire.json_text import Json, is_int
from sandbox.wire.numbers import CHAT_INPUT, ENTRY_POINT
from sandbox.world.objects import Event
from sandbox.world.world import World

COMMANDS = 100
TRANSLATIONS = ("name_localizations", "description_localizations")


class Commands:
    """Registers the commands of the bot, for all guilds."""

    def __init__(self, world: World) -> None:
        self._world = world

    def replace(self, bodies: list[Json]) -> list[Json]:
        """Make `bodies` the whole set; a command that keeps its type and name keeps its id.

        Raises 50240 for a set without the Entry Point command that there is.
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
            raise entry_point_missing()
        self._world.commands.clear()
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
    """By what a command is known: type and name; a type that is none is refused elsewhere."""
    kind = command.get("type", CHAT_INPUT)
    return kind if is_int(kind) else 0, str(command.get("name"))


def untranslated(nodes: list[Json]) -> list[Json]:
    """Commands as they are listed when nobody asks for translations."""
    return [_without_translations(node) for node in nodes]


def _without_translations(node: Json) -> Json:
    kept = {key: value for key, value in node.items() if key not in TRANSLATIONS}
    inner = {key: untranslated(kept[key]) for key in ("options", "choices") if kept.get(key)}
    return kept | inner
