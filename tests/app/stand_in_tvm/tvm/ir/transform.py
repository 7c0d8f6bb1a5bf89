"""PassContext, passes, and passes that run others."""

import json

import tvm
from tvm.tirc import tirc


class PassInfo:
    """What instruments learn about a pass."""

    def __init__(self, name):
        self.name, self.opt_level, self.required, self.traceable = name, 0, [], False


class Config:
    """The value of a configuration key that has fields: an object, also if a dictionary was given."""

    def __init__(self, fields):
        self.names = list(fields)
        for name, value in fields.items():
            setattr(self, name, value)


class IntImm:
    """A number that is an object."""

    def __init__(self, dtype, value):
        self.names, self.dtype, self.value = ["span", "dtype", "value"], dtype, value


class PassContext:
    """A stack of contexts; entering and leaving one calls its instruments, which nothing changes from outside."""

    _stack = []

    def __init__(self, opt_level=2, required_pass=None, disabled_pass=None, instruments=None, config=None):
        self.opt_level = opt_level
        self.required_pass = required_pass or []
        self.disabled_pass = disabled_pass or []
        self._instruments = tuple(instruments or [])
        self.config = {
            key: Config(value) if isinstance(value, dict) else value for key, value in (config or {}).items()}

    @property
    def instruments(self):
        return self._instruments

    @staticmethod
    def current():
        return PassContext._stack[-1] if PassContext._stack else PassContext()

    def __enter__(self):
        PassContext._stack.append(self)
        for instrument in self.instruments:
            instrument.call("enter_pass_ctx")
        return self

    def __exit__(self, kind, value, trace):
        for instrument in self.instruments:
            instrument.call("exit_pass_ctx")
        PassContext._stack.pop()


def module_pass(opt_level=0, name=None):
    """Decorates a class whose objects do the work. All passes that it makes share one PassInfo."""
    del opt_level

    def decorate(decorated):
        info = PassInfo(name or decorated.__name__)

        class PyModulePass(Pass):
            """The class as a pass."""

            def __init__(self, *args, **kwargs):
                self.worker = decorated(*args, **kwargs)
                self.info = info

            def body(self, module):
                return self.worker.transform_module(module, PassContext.current())

        PyModulePass.__name__, PyModulePass.__module__ = decorated.__name__, decorated.__module__
        return PyModulePass

    return decorate


class Pass:
    """Calls the hooks around its body. A pass that throws has no hook after it."""

    def __init__(self, name, arguments=()):
        self.info = PassInfo(name)
        self.arguments = arguments

    def __call__(self, module):
        instruments = PassContext.current().instruments
        for instrument in instruments:
            instrument.call("run_before_pass", module, self.info)
        module = self.body(module)
        for instrument in instruments:
            instrument.call("run_after_pass", module, self.info)
        return module

    def body(self, module):
        name = self.info.name
        if name in tvm.FAILURES:
            tvm.FAILURES[name]()
        if tvm.RESULTS.get(name):
            module = tvm.IRModule(tvm.RESULTS[name].pop(0))
        elif tvm.COMPUTES:
            module = tvm.IRModule(tirc(["opt", "-", "--force"] + self.in_words(name), module.text))
        for inner in tvm.RUNS_INSIDE.get(name, []):
            module = inner(module)
        return module


    def in_words(self, name):
        """The options of tirc that run this pass."""
        words = []
        for argument in self.arguments:
            if isinstance(argument, tvm.target.Target):
                words += ["--target", argument.text]
        shown = ", ".join(json.dumps(a) for a in self.arguments if not isinstance(a, tvm.target.Target))
        own = f"{name.rpartition('.')[2]}({shown})"
        return words + ["--passes", tvm.COMPUTED.get(name, own)]


class Sequential(Pass):
    """Runs passes one after another."""

    def __init__(self, passes, name="sequential"):
        super().__init__(name)
        self.passes = passes

    def body(self, module):
        for each in self.passes:
            module = each(module)
        return module
