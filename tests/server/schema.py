"""Holds every message to docs/protocol.schema.json."""
import json
import pathlib

import jsonschema

FILE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "protocol.schema.json"
SCHEMA = json.loads(FILE.read_text(encoding="utf-8"))


def _validator(name):
    return jsonschema.Draft7Validator({"$ref": "#/$defs/" + name, "$defs": SCHEMA["$defs"]})


SERVER = {name[5:]: _validator(name) for name in SCHEMA["$defs"] if name.startswith("from-")}
HTTP = {name[5:]: _validator(name) for name in SCHEMA["$defs"] if name.startswith("http-")}
CLIENT = {name[3:]: _validator(name) for name in SCHEMA["$defs"] if name.startswith("to-")}


def check(_person, message, _raw):
    """For Person.check."""
    SERVER[message["type"]].validate(message)


def check_command(message):
    CLIENT[message["do"]].validate(message)


def view(game):
    """What a viewer sees of this game."""
    return _validator("view-" + game)
