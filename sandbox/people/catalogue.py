"""The commands as one user sees them: those offered to him, in his own language."""

from collections.abc import Iterator

from sandbox.wire import Json, Option, shown
from sandbox.world import Guild, Person, World

BRANCHES = (Option.SUBCOMMAND, Option.GROUP)


def may_use(command: Json, guild: Guild, person: Person) -> bool:
    """Whether a person's permissions in the guild suffice for a command."""
    needed = command["default_member_permissions"]
    if needed is None or person.id == guild.owner_id:
        return True
    wanted = int(needed)
    return wanted > 0 and guild.permissions(person) & wanted == wanted


def offered(world: World, guild: Guild, person: Person) -> list[Json]:
    """The commands that a person may use in a guild."""
    return [one for one in world.commands.values() if may_use(one, guild, person)]


def named(nodes: list[Json], name: str, locale: str) -> Json | None:
    """The command or option that a user of `locale` calls so; its own name is good everywhere."""
    mine = (node for node in nodes if shown(node, "name", locale) == name)
    return next(mine, None) or next((node for node in nodes if node["name"] == name), None)


def catalogue(world: World, guild: Guild, person: Person) -> dict[str, str]:
    """The full names and the descriptions of what a person can type in a guild, translated."""
    found: dict[str, str] = {}
    for command in offered(world, guild, person):
        for name, description in _leaves(command, person.locale):
            found[name] = description
    return found


def _leaves(node: Json, locale: str) -> Iterator[tuple[str, str]]:
    name, branches = shown(node, "name", locale), _branches(node)
    if not branches:
        yield name, shown(node, "description", locale)
    for branch in branches:
        for rest, description in _leaves(branch, locale):
            yield f"{name} {rest}", description


def canonical(node: Json, path: list[str], options: list[Json], locale: str) -> list[Json]:
    """Options under the bot's own names, nested in the sub-commands that `path` leads through.

    Names that nothing has are left as they are, to be refused with the rest.
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
