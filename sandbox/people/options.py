"""How a user's client checks and sends the options of a command."""

from sandbox.wire.errors import Refused
from sandbox.wire.json_text import Json, is_int, snowflake
from sandbox.wire.numbers import Option
from sandbox.world import shapes
from sandbox.world.objects import Guild
from sandbox.world.world import World

SAFE_INTEGER = 2**53


def check_options(world: World, node: Json, given: list[Json], *, partial: bool = False) -> None:
    """Raise Refused for options that do not fit a command; `partial` while the user still types."""
    known: dict[str, Json] = {option["name"]: option for option in node.get("options") or ()}
    names = [str(option.get("name")) for option in given]
    for name in names:
        if name not in known:
            raise Refused(f"There is no option {name!r}; there are: {', '.join(known) or 'none'}.")
    if len(set(names)) != len(names):
        raise Refused("An option was given twice.")
    branches = [one for one in known.values() if one["type"] in (Option.SUBCOMMAND, Option.GROUP)]
    if branches and len(given) != 1:
        raise Refused(f"Choose one of: {', '.join(known)}.")
    missing = [name for name, one in known.items() if one.get("required") and name not in names]
    if missing and not partial:
        raise Refused(f"The option {missing[0]!r} is required.")
    for option in given:
        _check_one(world, known[option["name"]], option, partial=partial)


def _check_one(world: World, known: Json, option: Json, *, partial: bool) -> None:
    if known["type"] in (Option.SUBCOMMAND, Option.GROUP):
        check_options(world, known, option.get("options") or [], partial=partial)
    elif option.get("type", known["type"]) != known["type"]:
        raise Refused(f"The option {known['name']!r} is of type {known['type']}.")
    elif not partial:
        _check_value(world, known, option.get("value"))


def _check_value(world: World, known: Json, value: object) -> None:
    name = known["name"]
    if not _fits(world, Option(known["type"]), value):
        raise Refused(f"The option {name!r} takes a {Option(known['type']).name.lower()}.")
    choices = {choice["value"]: choice["name"] for choice in known.get("choices") or ()}
    if choices and value not in choices:
        listed = ", ".join(repr(choice) for choice in choices)
        raise Refused(f"The option {name!r} takes one of {listed}, not {value!r}.")
    _check_range(known, value)


def _check_range(known: Json, value: object) -> None:
    if isinstance(value, str):
        low, high, size = known.get("min_length"), known.get("max_length"), len(value)
    elif isinstance(value, int):
        low, high, size = known.get("min_value"), known.get("max_value"), value
    else:
        return
    if (low is not None and size < low) or (high is not None and size > high):
        raise Refused(f"The option {known['name']!r} must be from {low} to {high}, not {value!r}.")


def _fits(world: World, kind: Option, value: object) -> bool:
    match kind:
        case Option.STRING:
            return isinstance(value, str) and bool(value) and len(value) <= 6_000
        case Option.INTEGER:
            return is_int(value) and abs(value) <= SAFE_INTEGER
    return snowflake(value) in world.people


def flat(options: list[Json]) -> list[Json]:
    """The options that carry values, without the sub-commands around them."""
    found: list[Json] = []
    for option in options:
        inner = option.get("options")
        found += flat(inner) if isinstance(inner, list) else [option]
    return found


def full_name(command: Json, options: list[Json]) -> str:
    """The command's name with its sub-commands, as a user types it."""
    names, level = [command["name"]], options
    while level and level[0].get("type") in (Option.SUBCOMMAND, Option.GROUP):
        names.append(level[0]["name"])
        level = level[0].get("options") or []
    return " ".join(names)


def typed(node: Json, options: list[Json]) -> list[Json]:
    """The options with their types filled in from the command, as a client sends them."""
    known = {option["name"]: option for option in node.get("options") or ()}
    sent: list[Json] = []
    for option in options:
        definition = known[option["name"]]
        filled = option | {"type": definition["type"]}
        if "options" in option:
            filled["options"] = typed(definition, option["options"])
        sent.append(filled)
    return sent


def resolved(world: World, guild: Guild, ids: list[str]) -> Json:
    """The users that options name, and their memberships of the guild."""
    people = {text: world.people[int(text)] for text in ids if snowflake(text) in world.people}
    if not people:
        return {}
    members = {text: shapes.acting_member(one, guild) for text, one in people.items()}
    for member in members.values():
        del member["user"]
    return {"users": {text: shapes.user(one) for text, one in people.items()}, "members": members}
