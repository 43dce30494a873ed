"""The registered application commands, and Discord's limits on them."""

import re

from .errors import ApiError, unknown_command
from .form import Form, Path
from .wire import Json, Option, is_int
from .world import Event, World

COMMANDS = 100
CHAT_INPUT = 1
NAME = re.compile(r"[-_'\w]{1,32}")
VALUES: dict[Option, type | tuple[type, ...]] = {
    Option.STRING: str,
    Option.INTEGER: int,
    Option.NUMBER: (int, float),
}
SAFE_INTEGER = 2**53


def check_command(form: Form, command: Json, path: Path = ()) -> None:
    """Note everything that Discord would refuse in a command."""
    kind = command.get("type", CHAT_INPUT)
    if not form.choice(kind, (*path, "type"), (1, 2, 3)):
        return
    if kind != CHAT_INPUT:
        form.string(command, "name", path, 32, 1, required=True)
        if command.get("description"):
            text = "Context menu commands cannot have description"
            form.add((*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", text)
        return
    _check_name(form, command, path)
    form.string(command, "description", path, 100, 1, required=True)
    _check_options(form, command, path)


def _check_name(form: Form, node: Json, path: Path) -> None:
    name = form.string(node, "name", path, 32, 1, required=True)
    if name is not None and (not NAME.fullmatch(name) or name != name.lower()):
        text = f'Command name "{name}" is invalid.'
        form.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", text)


def _check_options(form: Form, node: Json, path: Path) -> None:
    seen: set[str] = set()
    optional = False
    for i, option in enumerate(form.items(node, "options", path, 25)):
        at = (*path, "options", i)
        _check_option(form, option, at)
        name = str(option.get("name"))
        if name in seen:
            text = "Option name must be unique"
            form.add((*at, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE", text)
        seen.add(name)
        if option.get("required") and optional:
            text = "Required options must be placed before non-required options"
            form.add(at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        optional = optional or not option.get("required")


def _check_option(form: Form, option: Json, path: Path) -> None:
    if not form.choice(option.get("type"), (*path, "type"), tuple(Option)):
        return
    kind = Option(option["type"])
    _check_name(form, option, path)
    form.string(option, "description", path, 100, 1, required=True)
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
    """Note what is wrong with the `choices` of an option or of an autocomplete answer."""
    for i, choice in enumerate(form.items(node, "choices", path, 25)):
        at = (*path, "choices", i)
        form.string(choice, "name", at, 100, 1, required=True)
        value = choice.get("value")
        wanted = VALUES.get(kind)
        if wanted is None or isinstance(value, bool) or not isinstance(value, wanted):
            form.add((*at, "value"), "BASE_TYPE_CHOICES", f"Value must be of type {kind.name}.")
        elif isinstance(value, str):
            form.length(len(value), (*at, "value"), 1, 100)
        elif isinstance(value, int | float) and abs(value) > SAFE_INTEGER:
            form.add((*at, "value"), "NUMBER_TYPE_MAX", "Must be within 2^53 of zero.")


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
