"""Modules, passes and instruments."""

import json
import os
import tempfile

import tvm
from tvm.tirc import tirc

from . import instrument, transform


def save_json(module):
    if hasattr(module, "names"):
        fields = {name: 0 for name in module.names}  # a number, or the index of a node
        return json.dumps({"root_index": 1, "nodes": [{"type": "None"}, {"type": "transform.Config", "data": fields}]})
    if tvm.COMPUTES:
        return tirc(["print", "-", "--tvm-json"], module.text)
    return json.dumps({"root_index": 0, "nodes": [{"type": "None"}], "text": module.text})


def load_json(text):
    return tvm.IRModule(tirc(["print", "-"], text))


def structural_equal(a, b, map_free_vars=False):
    del map_free_vars
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "b.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(b.text)
        return tirc(["equal", "-", path], a.text) == "equal\n"
