"""Finds slash commands and options by the names that users type."""

from collections.abc import Iterator

from sandbox.people.options import BRANCHES, offered
from sandbox.wire.json_text import Json
from sandbox.world.objects import Channel, Person
from sandbox.world.world import World


def localized(node: Json, key: str, locale: str) -> str:
    """Return the text `key`, "name" or "description", of a command or option in a language."""
    translated: str | None = (node.get(f"{key}_localizations") or {}).get(locale)
    return translated or str(node.get(key) or "")


def named(nodes: list[Json], name: str, locale: str) -> Json | None:
    """Return the command or option with this translated or registered name."""
    mine = (node for node in nodes if localized(node, "name", locale) == name)
    return next(mine, None) or next((node for node in nodes if node["name"] == name), None)


def catalogue(world: World, place: Channel, person: Person) -> dict[str, str]:
    """Return the descriptions of a person's commands in a channel by full name, both translated."""
    found: dict[str, str] = {}
    for command in offered(world, place, person):
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
    """Return options under their registered names, nested in the sub-commands of `path`.

    Unknown names stay, and are refused later.
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
