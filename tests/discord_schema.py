"""Validation against Discord's published OpenAPI document, if `DISCORD_OPENAPI` is its path."""

import json
import os
from functools import cache
from pathlib import Path

import jsonschema_rs
import pytest

OPENAPI = os.environ.get("DISCORD_OPENAPI", "")

needs_discords_schema = pytest.mark.skipif(
    not OPENAPI, reason="DISCORD_OPENAPI names no copy of Discord's document"
)

_URN = "urn:discord"
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


@cache
def _registry() -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([(_URN, json.loads(Path(OPENAPI).read_text("utf-8")))])


@cache
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    reference = {"$schema": _DRAFT, "$ref": f"{_URN}#/components/schemas/{schema}"}
    return jsonschema_rs.Draft202012Validator(reference, registry=_registry())


def violations(schema: str, body: object) -> list[str]:
    """Return the errors of a body against the component schema of this name."""
    found = _validator(schema).iter_errors(body)
    return [f"{schema} {error.instance_path}: {error.message}" for error in found]
