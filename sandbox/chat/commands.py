"""The registered application commands of each scope."""

from sandbox.checks import Form, check_command
from sandbox.wire import CHAT_INPUT, ApiError, Json, is_int, unknown_command
from sandbox.world import Event, World

COMMANDS = 100
TRANSLATIONS = ("name_localizations", "description_localizations")


class Commands:
    """Registers, changes and removes commands; `guild_id` None is the global scope."""

    def __init__(self, world: World) -> None:
        self._world = world

    def listed(self, guild_id: int | None) -> list[Json]:
        """The commands of one scope."""
        return [one for one in self._world.commands.values() if _scope(one) == guild_id]

    def get(self, number: int, guild_id: int | None) -> Json:
        """One command of a scope; raises 10063."""
        command = self._world.commands.get(number)
        if command is None or _scope(command) != guild_id:
            raise unknown_command()
        return command

    def replace(self, bodies: list[Json], guild_id: int | None) -> list[Json]:
        """Make `bodies` the whole set of a scope; a command that keeps its name keeps its id."""
        form = Form()
        form.length(len(bodies), (), 0, COMMANDS)
        for i, body in enumerate(bodies):
            check_command(form, body, (i,))
        _check_unique(form, bodies)
        form.check()
        old = {_key(one): one for one in self.listed(guild_id)}
        for one in old.values():
            del self._world.commands[int(one["id"])]
        for body in bodies:
            self._store(body, old.get(_key(body)), guild_id)
        self._tell()
        return self.listed(guild_id)

    def create(self, body: Json, guild_id: int | None) -> tuple[Json, bool]:
        """Register one command over one of the same name; and whether it is a new one."""
        form = Form()
        check_command(form, body)
        form.check()
        old = next((one for one in self.listed(guild_id) if _key(one) == _key(body)), None)
        if old is None and len(self.listed(guild_id)) >= COMMANDS:
            raise ApiError(400, 30032, "Maximum number of application commands reached (100)")
        command = self._store(body, old, guild_id)
        self._tell()
        return command, old is None

    def edit(self, number: int, body: Json, guild_id: int | None) -> Json:
        """Change some fields of a command; raises 10063."""
        command = self.get(number, guild_id)
        form = Form()
        check_command(form, command | body)
        form.check()
        changed = self._store(command | body, command, guild_id)
        self._tell()
        return changed

    def delete(self, number: int, guild_id: int | None) -> None:
        """Remove a command; raises 10063."""
        self.get(number, guild_id)
        del self._world.commands[number]
        self._tell()

    def _store(self, body: Json, old: Json | None, guild_id: int | None) -> Json:
        number = int(old["id"]) if old else self._world.snowflakes.next()
        permissions = body.get("default_member_permissions")
        command: Json = {
            "id": str(number),
            "application_id": str(self._world.bot.id),
            "version": str(self._world.snowflakes.next()),
            "type": body.get("type", CHAT_INPUT),
            "name": body["name"],
            "name_localizations": body.get("name_localizations"),
            "description": body.get("description") or "",
            "description_localizations": body.get("description_localizations"),
            "options": body.get("options") or [],
            "default_member_permissions": None if permissions is None else str(permissions),
            "nsfw": bool(body.get("nsfw")),
            "contexts": body.get("contexts") or [0],
            "integration_types": body.get("integration_types") or [0],
        }
        if guild_id is not None:
            command["guild_id"] = str(guild_id)
        self._world.commands[number] = command
        return command

    def _tell(self) -> None:
        self._world.publish(Event(name="COMMANDS", data={}))


def _scope(command: Json) -> int | None:
    guild_id = command.get("guild_id")
    return None if guild_id is None else int(guild_id)


def _key(command: Json) -> tuple[str, int]:
    kind = command.get("type", CHAT_INPUT)
    return str(command.get("name")), kind if is_int(kind) else CHAT_INPUT


def _check_unique(form: Form, bodies: list[Json]) -> None:
    seen: set[tuple[str, int]] = set()
    for i, body in enumerate(bodies):
        if _key(body) in seen:
            text = "Application command names must be unique"
            form.add((i, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        seen.add(_key(body))


def untranslated(nodes: list[Json]) -> list[Json]:
    """Commands as they are listed to who does not ask for their translations."""
    return [_without_translations(node) for node in nodes]


def _without_translations(node: Json) -> Json:
    kept = {key: value for key, value in node.items() if key not in TRANSLATIONS}
    inner = {key: untranslated(kept[key]) for key in ("options", "choices") if kept.get(key)}
    return kept | inner
