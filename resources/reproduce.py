"""Runs the passes of this folder in plain TVM on before.json and compares the result with after.json.

    python reproduce.py

Exits with 1 if the passes do again what README.md describes, and with 2 if one of them is not in this TVM.
"""

import importlib
import json
import os
import sys
import traceback

import tvm

FOLDER = os.path.dirname(os.path.abspath(__file__))
DIALECTS = ("tirx", "s_tir", "tir")


def read(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


def find_pass(name):
    """The constructor of the pass: `s_tir.ThreadSync` is tvm.s_tir.transform.ThreadSync."""
    if name == "external":
        stop("a pass is a program, which is not in TVM: `tirc check FOLDER --allow-programs` starts it")
    prefix, _, short = name.rpartition(".")
    for dialect in [prefix] if prefix else DIALECTS:
        for place in (f"tvm.{dialect}.transform", dialect):
            try:
                return getattr(importlib.import_module(place), short)
            except (ImportError, AttributeError):
                pass
    stop(f"there is no pass '{name}' in this TVM")


def stop(reason):
    """Neither reproduced nor not reproduced."""
    print("cannot be run here:", reason, file=sys.stderr)
    sys.exit(2)


def nested(config):
    """`tirx.UnrollLoop.auto_max_step` is a field of the object `tirx.UnrollLoop`."""
    result = {}
    for key, value in config.items():
        parts = key.split(".")
        if len(parts) > 2:
            result.setdefault(".".join(parts[:2]), {})[".".join(parts[2:])] = value
        else:
            result[key] = value
    return result


def run(case):
    """The module after the passes."""
    target = tvm.target.Target(json.loads(case["target"]))
    module = tvm.ir.load_json(read("before.json"))
    with tvm.transform.PassContext(config=nested(case["config"])):
        for made in case["calls"]:
            arguments = made["arguments"]
            if made["name"].endswith("BindTarget") and not arguments:
                arguments = [target]
            module = find_pass(made["name"])(*arguments, **made["named"])(module)
    return module


def main():
    """The exit code."""
    case = json.loads(read("case.json"))
    print("passes:  ", case["passes"])
    print("expected:", case["expected"])
    print("found:   ", case["fault"]["reason"])
    try:
        result = run(case)
    except Exception:  # pylint: disable=broad-except
        traceback.print_exc()
        print("the passes failed here")
        return 1
    print(result.script())
    if not os.path.exists(os.path.join(FOLDER, "after.json")):
        print("not reproduced: the passes did not fail")
        return 0
    is_same = tvm.ir.structural_equal(result, tvm.ir.load_json(read("after.json")), map_free_vars=True)
    print("reproduced: the result is that of after.json" if is_same else
          "not reproduced: the result differs from after.json")
    return 1 if is_same else 0


if __name__ == "__main__":
    sys.exit(main())
