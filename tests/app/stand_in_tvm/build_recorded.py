"""build_recorded.py TRACE.tirtrace [ACTION]: builds a module with passes that return what TRACE has for them.

Actions: raise or kill inside SplitHostDevice, raise inside the ConvertSSA that it runs, record with an instrument in
a PassContext of this script, build twice, build another module after it, or build again after an exception inside
SplitHostDevice that this script catches.
"""

import json
import os
import signal
import sys

import tvm
from tvm.tirx import transform


def fail():
    raise ValueError("no kernel\nfound")


def expect(names, trace):
    """The passes of the next build return the texts of the trace."""
    tvm.RESULTS.clear()
    for name, step in zip(names, trace["steps"]):
        tvm.RESULTS.setdefault("tirx." + name, []).append(trace["texts"][step["text"]])


def build_again(action, names, trace, pipeline):
    from tvm import compile as build  # pylint: disable=import-outside-toplevel
    text = trace["texts"][trace["input"]["text"]]
    with tvm.target.Target("cuda"):
        if action == "caught":
            tvm.FAILURES["tirx.SplitHostDevice"] = fail
            try:
                build(tvm.IRModule(text), pipeline=pipeline)
            except ValueError:
                tvm.FAILURES.clear()
        else:
            build(tvm.IRModule(text), pipeline=pipeline)
        expect(names, trace)
        if action == "another":
            tvm.RESULTS.clear()
            text = text.replace("def main", "def another")
        build(tvm.IRModule(text), pipeline=pipeline)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        trace = json.load(file)
    action = sys.argv[2] if len(sys.argv) > 2 else ""
    names = [step["pass"].split("(")[0] for step in trace["steps"]]
    expect(names, trace)
    tvm.RUNS_INSIDE["tirx.SplitHostDevice"] = [transform.ConvertSSA()]
    if action == "raise":
        tvm.FAILURES["tirx.SplitHostDevice"] = fail
    elif action == "raise inside":
        tvm.FAILURES["tirx.ConvertSSA"] = fail
    elif action == "kill":
        tvm.FAILURES["tirx.SplitHostDevice"] = lambda: os.kill(os.getpid(), signal.SIGKILL)
    module = tvm.IRModule(trace["texts"][trace["input"]["text"]])
    pipeline = [("ThreadSync", "shared")] + [(name,) for name in names]
    if action in ("twice", "another", "caught"):
        build_again(action, names, trace, pipeline)
    elif action == "instrument":
        import tirscope_trace
        with tvm.transform.PassContext(instruments=[tirscope_trace.instrument(sys.argv[3])]):
            tvm.compile(module, target="cuda", pipeline=pipeline)
    elif action == "record":
        import tirscope_trace
        before = tvm.transform.PassContext.__init__, transform.ThreadSync, tvm.compile
        with tirscope_trace.record(sys.argv[3], save_json=True):
            with tvm.transform.PassContext(opt_level=3, config={"tirx.noalias": True}):
                tvm.compile(module, target="cuda", pipeline=pipeline)
        assert before == (tvm.transform.PassContext.__init__, transform.ThreadSync, tvm.compile)
    else:
        tvm.compile(module, target="cuda", pipeline=pipeline)


main()
