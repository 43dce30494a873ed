"""Checks options, selects and modals as a Discord client does before sending."""

from collections.abc import Mapping, Sequence

from sandbox.chat.stored import inputs
from sandbox.people.overwrites import may_use
from sandbox.wire.json_text import Json, Refused, is_int, snowflake
from sandbox.wire.numbers import Component, Option
from sandbox.world import shapes
from sandbox.world.objects import Channel, Guild, Person
from sandbox.world.world import World

BRANCHES = (Option.SUBCOMMAND, Option.GROUP)


def offered(world: World, place: Channel, person: Person) -> list[Json]:
    """Return the slash commands that a person may use in a channel."""
    return [one for one in world.commands.values() if may_use(world, one, place, person)]


SAFE_INTEGER = 2**53


def check_options(world: World, node: Json, given: list[Json], *, partial: bool = False) -> None:
    """Raise Refused if `given` are invalid options of the command `node`; with `partial`, they may be unfinished."""
    known: dict[str, Json] = {option["name"]: option for option in node.get("options") or ()}
    names = [str(option.get("name")) for option in given]
    for name in names:
        if name not in known:
            raise Refused(f"There is no option {name!r}; there are: {', '.join(known) or 'none'}.")
    if len(set(names)) != len(names):
        raise Refused("An option was given twice.")
    branches = [one for one in known.values() if one["type"] in BRANCHES]
    if branches and len(given) != 1:
        raise Refused(f"Choose one of: {', '.join(known)}.")
    missing = [name for name, one in known.items() if one.get("required") and name not in names]
    if missing and not partial:
        raise Refused(f"The option {missing[0]!r} is required.")
    for option in given:
        _check_one(world, known[option["name"]], option, partial=partial)


def _check_one(world: World, known: Json, option: Json, *, partial: bool) -> None:
    if known["type"] in BRANCHES:
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
    """Return the options with values, taken out of their sub-commands."""
    found: list[Json] = []
    for option in options:
        inner = option.get("options")
        found += flat(inner) if isinstance(inner, list) else [option]
    return found


def full_name(command: Json, options: list[Json]) -> str:
    names, level = [command["name"]], options
    while level and level[0].get("type") in BRANCHES:
        names.append(level[0]["name"])
        level = level[0].get("options") or []
    return " ".join(names)


def typed(node: Json, options: list[Json]) -> list[Json]:
    """Return copies of the options, each with its `type` from the command `node`."""
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
    """Return Discord's `resolved` object: the users with these ids, and their memberships."""
    people = {text: world.people[int(text)] for text in ids if snowflake(text) in world.people}
    if not people:
        return {}
    members = {text: shapes.acting_member(one, guild) for text, one in people.items()}
    for member in members.values():
        del member["user"]
    return {"users": {text: shapes.user(one) for text, one in people.items()}, "members": members}


Values = Mapping[str, object]


def submitted(modal: Json, values: Values) -> list[Json]:
    """Return a modal's components with the user's values; raises Refused for invalid ones."""
    known = {str(node["custom_id"]) for node in inputs(modal)}
    for name in values:
        if name not in known:
            raise Refused(f"The modal has no input {name!r}; it has: {', '.join(sorted(known))}.")
    return [_sent(node, values) for node in modal["components"]]


def _sent(node: Json, values: Values) -> Json:
    shape: Json = {"type": node["type"], "id": node["id"]}
    match node["type"]:
        case Component.LABEL:
            return shape | {"component": _sent(node["component"], values)}
        case Component.TEXT_INPUT:
            given = values.get(node["custom_id"])
            text = _text(node, node.get("value", "") if given is None else given)
            return shape | {"custom_id": node["custom_id"], "value": text}
    return shape


def _text(node: Json, given: object) -> str:
    name = node["custom_id"]
    if not isinstance(given, str):
        raise Refused(f"The input {name!r} takes text.")
    if not given and not node.get("required", True):
        return given
    low, high = node.get("min_length") or 0, node.get("max_length") or 4_000
    if not given:
        raise Refused(f"The input {name!r} is required.")
    if not low <= len(given) <= high:
        raise Refused(f"The input {name!r} takes {low} to {high} characters, not {len(given)}.")
    return given


def picked(node: Json, values: Sequence[str]) -> list[str]:
    """Return the values picked in the select menu `node`; raises Refused for invalid ones."""
    name = node["custom_id"]
    if not all(isinstance(value, str) for value in values) or len(set(values)) != len(values):
        raise Refused(f"The select {name!r} takes different texts.")
    offered = [option["value"] for option in node["options"]]
    unknown = [value for value in values if value not in offered]
    if unknown:
        raise Refused(f"The select {name!r} has no option {unknown[0]!r}.")
    if not node["min_values"] <= len(values) <= node["max_values"]:
        raise Refused(f"The select {name!r} does not take {len(values)} values.")
    return list(values)
