"""Modules, passes and instruments."""

import json

import tvm
from tvm.tirc import tirc

from . import instrument, transform


def save_json(module):
    if tvm.COMPUTES:
        return tirc(["print", "-", "--tvm-json"], module.text)
    return json.dumps({"root_index": 0, "nodes": [{"type": "None"}], "text": module.text})


def load_json(text):
    return tvm.IRModule(tirc(["print", "-"], text))
