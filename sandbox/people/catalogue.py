"""The commands that a user is offered, in their language."""

from collections.abc import Iterator

from sandbox.wire.json_text import Json
from sandbox.wire.locales import localized
from sandbox.wire.numbers import CHAT_INPUT, Option
from sandbox.world.objects import Guild, Person
from sandbox.world.world import World

BRANCHES = (Option.SUBCOMMAND, Option.GROUP)


def may_use(command: Json, guild: Guild, person: Person) -> bool:
    """Whether this can be typed in the guild: it has the bot's commands, and the person the permissions for it."""
    if not guild.has_commands or command["type"] != CHAT_INPUT:
        return False
    needed = command["default_member_permissions"]
    if needed is None or person.id == guild.owner_id:
        return True
    wanted = int(needed)
    return wanted > 0 and guild.permissions(person) & wanted == wanted


def offered(world: World, guild: Guild, person: Person) -> list[Json]:
    """The commands that a person may use in a guild."""
    return [one for one in world.commands.values() if may_use(one, guild, person)]


def named(nodes: list[Json], name: str, locale: str) -> Json | None:
    """The command or option of that name, in the user's language or as the bot registered it."""
    mine = (node for node in nodes if localized(node, "name", locale) == name)
    return next(mine, None) or next((node for node in nodes if node["name"] == name), None)


def catalogue(world: World, guild: Guild, person: Person) -> dict[str, str]:
    """The full names and descriptions of the commands that a person may use, translated."""
    found: dict[str, str] = {}
    for command in offered(world, guild, person):
        for name, description in _leaves(command, person.locale):
            found[name] = description
    return found


def _leaves(node: Json, locale: str) -> Iterator[tuple[str, str]]:
    name, branches = localized(node, "name", locale), _branches(node)
    if not branches:
        yield name, localized(node, "description", locale)
    for branch in branches:
        for rest, description in _leaves(branch, locale):
            yield f"{name} {rest}", description


def canonical(node: Json, path: list[str], options: list[Json], locale: str) -> list[Json]:
    """Options under the bot's own names, nested in the sub-commands that `path` leads through.

    Unknown names stay as they are; they are refused later.
    """
    known = node.get("options") or []
    if not path:
        found = [(named(known, str(option["name"]), locale), option) for option in options]
        return [option | {"name": one["name"] if one else option["name"]} for one, option in found]
    step = named(known, path[0], locale) or {"name": path[0]}
    inner = canonical(step, path[1:], options, locale)
    return [{"name": step["name"], "options": inner}]


def _branches(node: Json) -> list[Json]:
    return [one for one in node.get("options") or () if one["type"] in BRANCHES]
