"""Stands in for the parts of TVM that the tools in resources/ use (specification: traces.md, sections 1 and 6).

A module is its text; a pass replaces it by the text that RESULTS has for its next run. If STAND_IN_COMPUTES is set,
passes do their work with `tirc opt`, and STAND_IN_SETUP is Python code that may change what they do.
"""

import os

RESULTS = {}  # name of a pass -> texts that its runs return, in order; a pass without texts changes nothing
FAILURES = {}  # name of a pass -> function that is called in place of it
RUNS_INSIDE = {}  # name of a pass -> passes that it runs after its own work
COMPUTED = {}  # name of a pass -> the pass that tirc runs in place of it
COMPUTES = bool(os.environ.get("STAND_IN_COMPUTES"))


class IRModule:
    """A text that can be printed. Modules with the same function are the same."""

    printed = 0  # how often any module was

    def __init__(self, text):
        self.text = text
        self.functions = {"main": object()}

    def script(self, show_meta=False):
        del show_meta
        IRModule.printed += 1
        return self.text


from . import ir, s_tir, target, tirx  # noqa: E402
from .ir import transform  # noqa: E402
from .tirx import build as compile  # noqa: E402

__version__ = "0.25.stand-in"

exec(os.environ.get("STAND_IN_SETUP", ""))
