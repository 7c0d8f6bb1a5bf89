"""Runs the passes of this folder in plain TVM on before.json and compares the result with after.json.

    python reproduce.py

Exits with 1 if the passes do again what README.md describes, and with 2 if one of them is not in this TVM. The passes run
in a process of their own, which they may end or block: each has `externalTimeLimitSeconds` of case.json.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback

FOLDER = os.path.dirname(os.path.abspath(__file__))
DIALECTS = ("tirx", "s_tir", "tir")
OTHER_SECONDS = 600  # of the time limit for all but a pass: importing TVM, and comparing modules


class CannotRun(Exception):
    """Neither reproduced nor not reproduced."""


def read(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


def find_pass(name):
    """The pass, or its constructor: `s_tir.ThreadSync` is tvm.s_tir.transform.ThreadSync."""
    if name == "external":
        raise CannotRun(
            "a pass is a program, which is not in TVM: `tirc check FOLDER --allow-programs` starts it")
    prefix, _, short = name.rpartition(".")
    for dialect in [prefix] if prefix else DIALECTS:
        for place in (f"tvm.{dialect}.transform", dialect):
            try:
                return getattr(importlib.import_module(place), short)
            except (ImportError, AttributeError):
                pass
    raise CannotRun(f"your TVM has no pass '{name}'")


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


def config_of(case):
    """Both may have fields of the same object."""
    config = nested(case["config"])
    for key, value in case.get("tvmConfig", {}).items():
        is_object = isinstance(value, dict) and isinstance(config.get(key), dict)
        config[key] = {**config[key], **value} if is_object else value
    return config


def run(case, tvm, begin):
    """The module after the passes. `begin` is called with the name of each."""
    target = tvm.target.Target(json.loads(case["target"]))
    module = tvm.ir.load_json(read("before.json"))
    with tvm.transform.PassContext(config=config_of(case)):
        for made in case["calls"]:
            arguments = made["arguments"]
            if made["name"].endswith("BindTarget") and not arguments:
                arguments = [target]
            found = find_pass(made["name"])
            is_pass = hasattr(found, "info") and not isinstance(found, type)
            begin(made["name"])
            module = (found if is_pass else found(*arguments, **made["named"]))(module)
    return module


def judge(case, begin):
    """The exit code."""
    try:
        import tvm  # pylint: disable=import-outside-toplevel
    except ImportError as error:
        raise CannotRun(f"Python cannot import TVM: {error}") from error
    try:
        result = run(case, tvm, begin)
    except CannotRun:
        raise
    except BaseException:  # pylint: disable=broad-except
        traceback.print_exc()
        print("the passes failed here")
        return 1
    begin("")
    print(result.script())
    if not os.path.exists(os.path.join(FOLDER, "after.json")):
        print("not reproduced: the passes did not fail")
        return 0
    is_same = tvm.ir.structural_equal(result, tvm.ir.load_json(read("after.json")), map_free_vars=True)
    print("reproduced: the result is that of after.json" if is_same else
          "not reproduced: the result differs from after.json")
    return 1 if is_same else 0


def work(case, progress):
    """In the process of the passes: writes lines [PASS], where "" is none, and at last the exit code."""
    sys.path.insert(1, os.getcwd())  # modules of the user

    def write(line):
        with open(progress, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    try:
        code = judge(case, lambda name: write([name]))
    except CannotRun as reason:
        print("cannot be run here:", reason, file=sys.stderr)
        code = 2
    sys.stdout.flush()
    write(code)


def written(progress):
    """The lines that the process of the passes has written so far."""
    with open(progress, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def watch(child, progress, limit):
    """Waits until the process ends. Whether it took too long."""
    count, since = 0, time.monotonic()
    while True:
        try:
            child.wait(0.05)
            return False
        except subprocess.TimeoutExpired:
            lines = written(progress)
        if len(lines) != count:
            count, since = len(lines), time.monotonic()
        name = lines[-1][0] if lines and isinstance(lines[-1], list) else ""
        if time.monotonic() - since > (limit if name else OTHER_SECONDS):
            return True


def supervise(case, progress):
    """Runs work() in a process; the exit code."""
    limit = case.get("externalTimeLimitSeconds", 60)
    child = subprocess.Popen([sys.executable, os.path.abspath(__file__), progress])
    try:
        slow = watch(child, progress, limit)
    finally:
        child.kill()
        child.wait()
    lines = written(progress)
    if lines and isinstance(lines[-1], int):
        return lines[-1]
    ran = lines[-1][0] if lines else ""
    if not ran:
        print("cannot be run here: the process ended or took too long outside the passes", file=sys.stderr)
        return 2
    print(f"{ran} was still running after {limit:g} s" if slow else
          f"{ran} ended the process, with exit code {child.returncode}")
    print("the passes failed here")
    return 1


def main():
    """The exit code."""
    case = json.loads(read("case.json"))
    if len(sys.argv) > 1:
        work(case, sys.argv[1])
        return 0
    print("passes:  ", case["passes"])
    print("expected:", case["expected"])
    print("found:   ", case["fault"]["reason"], flush=True)
    with tempfile.TemporaryDirectory() as folder:
        progress = os.path.join(folder, "progress")
        open(progress, "w", encoding="utf-8").close()
        return supervise(case, progress)


if __name__ == "__main__":
    sys.exit(main())
