"""Modules, passes and instruments."""

import json

from . import instrument, transform


def save_json(module):
    return json.dumps({"root_index": 0, "nodes": [{"type": "None"}], "text": module.text})
