"""Records what the passes of TVM do, for Tirscope. This file needs nothing but your TVM: copy it next to your script.

Record any build:

    import tirscope_trace
    with tirscope_trace.record("out.tirtrace"):
        lib = tvm.compile(mod, target="cuda")

Record a script as it is:

    python -m tirscope_trace -o out.tirtrace SCRIPT.py ARGUMENTS

Record one PassContext of your own:

    with tvm.transform.PassContext(instruments=[tirscope_trace.instrument("out.tirtrace")]):
        ...

Open the result with `tirscope out.tirtrace` or `tirc check out.tirtrace`. Every record is one line of JSON and is on
disk before the pass goes on, so the file can be read while the compiler runs and after it has crashed. Passes are
recorded in the thread that started the recording.
"""

import argparse
import atexit
import contextlib
import functools
import hashlib
import inspect
import json
import os
import re
import runpy
import sys
import threading
import time
import traceback

__all__ = ["Recorder", "instrument", "record"]

FORMAT = 1
BUILD_FUNCTIONS = (
    "tvm.build", "tvm.compile", "tvm.relax.build", "tvm.tir.build", "tvm.tirx.build", "tilelang.compile",
    "tilelang.lower")


class Recorder:
    """The file, and the passes that are running. In place of a path, there may be a file that is open for writing."""

    def __init__(self, path, save_json=False):
        self._file = path if hasattr(path, "write") else open(path, "w", encoding="utf-8", newline="\n")
        self._save_json = save_json
        self._thread = threading.get_ident()
        self._texts = set()  # names of the texts in the file
        self._sources = set()
        self._arguments = {}  # by PassInfo
        self._running = []  # (id, name, start), the innermost last
        self._builds = 0  # how many build functions are running, one inside another
        self._printed = None  # the parts of the last module that was printed, and its name
        self._contexts = []  # how many passes were running when each PassContext was entered
        self._context = None  # the last record of a context
        self._next_id = 0
        self._overhead_ns = 0  # what the hooks themselves took
        self._has_warned = False
        tvm = _tvm()
        self._emit({
            "ev": "begin", "format": FORMAT, "tool": "tirscope_trace", "tvm": str(getattr(tvm, "__version__", "")),
            "python": sys.version.split()[0], "arguments": list(sys.argv), "t0_ns": time.time_ns(),
        })

    def close(self):
        """Ends the file. Passes that are still running have no result."""
        if self._file.closed:
            return
        self._guarded(self._abort_down_to, 0)
        self._guarded(self._emit, {"ev": "end", "t1_ns": time.time_ns()})
        self._file.close()

    # What the instrument calls. An exception in a hook would end the compilation: none leaves.

    def enter_context(self):
        self._guarded(self._enter_context)

    def exit_context(self):
        self._guarded(self._exit_context)

    def before(self, mod, info):
        self._guarded(self._before, mod, info)

    def after(self, mod, info):
        self._guarded(self._after, mod, info)

    # What the wrapped functions of TVM call.

    def remember_arguments(self, made_pass, args, kwargs):
        """The arguments of a pass are known only where it is constructed."""
        self._guarded(self._remember_arguments, made_pass, args, kwargs)

    @contextlib.contextmanager
    def calling_pass(self):
        """Around a call of a pass: no pass inside runs on after an exception."""
        count = len(self._running)
        try:
            yield
        except BaseException:
            self._guarded(self._abort_down_to, count)
            raise

    @contextlib.contextmanager
    def calling_build(self, arguments):
        """The same around a call of a build function."""
        self._guarded(self._emit_build, arguments)
        self._builds += 1
        try:
            with self.calling_pass():
                yield
        finally:
            self._builds -= 1

    def add_sources(self, built):
        """Stores the generated sources of all device modules of what a build returned."""
        self._guarded(self._add_sources, built, set())

    def _guarded(self, function, *arguments):
        if self._file.closed or threading.get_ident() != self._thread:
            return
        try:
            function(*arguments)
        except Exception:  # pylint: disable=broad-except
            if not self._has_warned:
                self._has_warned = True
                print("tirscope_trace: the recording is incomplete:", file=sys.stderr)
                traceback.print_exc()

    def _emit(self, record):
        self._file.write(json.dumps(record) + "\n")
        self._file.flush()

    def _enter_context(self):
        self._contexts.append(len(self._running))
        current = _pass_context().current()
        record = {
            "ev": "context", "opt_level": int(current.opt_level),
            "required": [str(name) for name in current.required_pass],
            "disabled": [str(name) for name in current.disabled_pass],
            "config": {str(key): _plain(value) for key, value in dict(current.config).items()},
        }
        if record != self._context:
            self._context = record
            self._emit(record)

    def _exit_context(self):
        self._abort_down_to(self._contexts.pop() if self._contexts else 0)

    def _abort_down_to(self, count):
        """Passes of a context that is left have thrown: the exception is being handled here."""
        error = sys.exc_info()[1]
        text = "" if error is None else "".join(traceback.format_exception_only(type(error), error)).strip()
        while len(self._running) > count:
            self._abort(text)

    def _abort(self, error):
        self._emit({"ev": "aborted", "id": self._running.pop()[0], "error": error})

    def _before(self, mod, info):
        start = time.perf_counter_ns()
        record = {
            "ev": "before", "id": self._next_id, "depth": len(self._running),
            "parent": self._running[-1][0] if self._running else None,
            "name": str(info.name), "opt_level": int(info.opt_level), "args": self._arguments_of(info),
        }
        record.update(self._module(mod))
        self._emit(record)
        now = time.perf_counter_ns()
        self._overhead_ns += now - start
        self._running.append((self._next_id, str(info.name), now - self._overhead_ns))
        self._next_id += 1

    def _after(self, mod, info):
        now = time.perf_counter_ns()
        name = str(info.name)
        if all(running[1] != name for running in self._running):
            return
        while self._running[-1][1] != name:
            self._abort("the pass that ran it caught its exception")
        number, _, start = self._running.pop()
        record = {"ev": "after", "id": number, "name": name, "dur_us": (now - self._overhead_ns - start) / 1000}
        record.update(self._module(mod))
        self._emit(record)
        self._overhead_ns += time.perf_counter_ns() - now

    def _module(self, mod):
        """Modules that were seen before are stored by name only; the last one is not printed again."""
        parts = _parts(mod)
        if parts is not None and self._printed is not None and _are_same(parts, self._printed[0]):
            return {"ir": self._printed[1]}
        self._printed = None
        try:
            text = mod.script(show_meta=True)
        except Exception as error:  # pylint: disable=broad-except
            return {"print_error": str(error)}
        name = hashlib.sha1(text.encode()).hexdigest() + ".py"
        if name not in self._texts:
            self._texts.add(name)
            record = {"ev": "text", "ir": name, "text": text}
            if self._save_json:
                record["json"] = _tvm().ir.save_json(mod)
            self._emit(record)
        self._printed = (parts, name)
        return {"ir": name}

    def _remember_arguments(self, made_pass, args, kwargs):
        info = getattr(made_pass, "info", None)
        shown = [_shown(value) for value in args] + [
            f"{key}={_shown(value)}" for key, value in kwargs.items() if _shown(value)]
        while shown and not shown[-1]:
            shown.pop()
        if info is not None and shown and all(shown):
            self._arguments[info] = ", ".join(shown)

    def _arguments_of(self, info):
        try:
            return self._arguments.get(info, "")
        except TypeError:  # of a TVM whose objects have no hash
            return ""

    def _emit_build(self, arguments):
        self._emit({
            "ev": "build", "depth": self._builds, "target": str(arguments.get("target") or _current_target() or ""),
            "pipeline": str(arguments.get("pipeline") or ""),
        })

    def _add_sources(self, built, seen):
        root = getattr(built, "mod", built)
        imports = getattr(root, "imports", None)
        if imports is None:
            imports = getattr(root, "imported_modules", None) or []
        for module in imports:
            if id(module) in seen:
                continue
            seen.add(id(module))
            self._add_source(module)
            self._add_sources(module, seen)

    def _add_source(self, module):
        kind = str(getattr(module, "kind", None) or getattr(module, "type_key", ""))
        text = ""
        for method in ("inspect_source", "get_source"):
            with contextlib.suppress(Exception):
                text = text or str(getattr(module, method)())
        if text and text not in self._sources:
            self._sources.add(text)
            self._emit({"ev": "source", "kind": kind, "text": text})


def instrument(path, save_json=False):
    """A PassInstrument that records into `path`, for `PassContext(instruments=[…])`."""
    recorder = Recorder(path, save_json)
    wrapped = contextlib.ExitStack()
    wrapped.enter_context(_wrapped_passes(recorder))
    atexit.register(wrapped.close)
    atexit.register(recorder.close)
    return _instrument_of(recorder)


@contextlib.contextmanager
def record(path, save_json=False):
    """Records every pass that runs inside the `with` block, in whichever PassContext."""
    recorder = Recorder(path, save_json)
    hook = _instrument_of(recorder)
    context = _pass_context()
    try:
        with contextlib.ExitStack() as stack:
            stack.enter_context(_wrapped_passes(recorder))
            stack.enter_context(_wrapped_functions(recorder))
            outer = context.current()
            inner = context(
                opt_level=int(outer.opt_level), required_pass=list(outer.required_pass),
                disabled_pass=list(outer.disabled_pass), instruments=list(outer.instruments or []) + [hook],
                config=dict(outer.config))
            # Contexts that the block makes get the instrument as well.
            stack.enter_context(_replaced(context, "__init__", _with_instrument(context.__init__, hook)))
            stack.enter_context(inner)
            yield recorder
    finally:
        recorder.close()


def _tvm():
    import tvm  # pylint: disable=import-outside-toplevel
    return tvm


def _pass_context():
    return _tvm().transform.PassContext


def _instrument_of(recorder):
    from tvm.ir.instrument import pass_instrument  # pylint: disable=import-outside-toplevel

    @pass_instrument
    class TirscopeTrace:
        """Hands everything to the recorder."""

        def enter_pass_ctx(self):
            recorder.enter_context()

        def exit_pass_ctx(self):
            recorder.exit_context()

        def run_before_pass(self, mod, info):
            recorder.before(mod, info)

        def run_after_pass(self, mod, info):
            recorder.after(mod, info)

    return TirscopeTrace()


@contextlib.contextmanager
def _replaced(owner, name, value):
    original = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, original)


def _with_instrument(init, hook):
    signature = inspect.signature(init)

    @functools.wraps(init)
    def wrapped(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.arguments["instruments"] = list(bound.arguments.get("instruments") or []) + [hook]
        return init(*bound.args, **bound.kwargs)

    return wrapped


@contextlib.contextmanager
def _wrapped_passes(recorder):
    """Wraps the call of a pass: an exception that a script catches ends the passes inside."""
    owner = getattr(_tvm().transform, "Pass", None)
    if owner is None:
        yield
        return
    call = owner.__call__

    @functools.wraps(call)
    def wrapped(*args, **kwargs):
        with recorder.calling_pass():
            return call(*args, **kwargs)

    with _replaced(owner, "__call__", wrapped):
        yield


@contextlib.contextmanager
def _wrapped_functions(recorder):
    """Wraps the constructors of passes, for their arguments, and the build functions, for what they return, in every
    module that has them: scripts write `from tvm import compile`."""
    wrapped = {}  # by id; the function is kept with its replacement
    for module_name, module in list(sys.modules.items()):
        if not re.fullmatch(r"(tvm|tilelang)\.(.*\.)?transform(\..*)?", module_name) or module is None:
            continue
        for name, function in list(vars(module).items()):
            if inspect.isfunction(function) and not name.startswith("_") and name[0].isupper():
                wrapped[id(function)] = (function, _remembering(function, recorder))
    for path in BUILD_FUNCTIONS:
        module_name, name = path.rsplit(".", 1)
        function = getattr(sys.modules.get(module_name), name, None)
        if inspect.isfunction(function):
            wrapped[id(function)] = (function, _recording(function, recorder))
    with contextlib.ExitStack() as stack:
        for module in list(sys.modules.values()):
            for name, function in list(getattr(module, "__dict__", {}).items()):
                if id(function) in wrapped:
                    stack.enter_context(_replaced(module, name, wrapped[id(function)][1]))
        yield


def _remembering(function, recorder):
    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        made = function(*args, **kwargs)
        recorder.remember_arguments(made, args, kwargs)
        return made

    return wrapped


def _recording(function, recorder):
    signature = inspect.signature(function)

    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        arguments = {}
        with contextlib.suppress(TypeError):
            arguments = signature.bind(*args, **kwargs).arguments
        with recorder.calling_build(arguments):
            built = function(*args, **kwargs)
        recorder.add_sources(built)
        return built

    return wrapped


def _current_target():
    """The target of `with tvm.target.Target(…)`."""
    with contextlib.suppress(Exception):
        return _tvm().target.Target.current(allow_none=True)


def _parts(mod):
    """The functions and attributes of a module, in order; None if it does not show them. They are kept until the next
    module is printed: a pass then copies what it would write in place."""
    try:
        parts = [getattr(mod, "attrs", None), getattr(mod, "global_infos", None)]
        for variable, function in mod.functions.items():
            parts += [variable, function]
        return parts
    except Exception:  # pylint: disable=broad-except
        return None


def _are_same(parts, others):
    def is_same(a, b):
        return a is b or (hasattr(a, "same_as") and b is not None and bool(a.same_as(b)))

    return len(parts) == len(others) and all(map(is_same, parts, others))


def _plain(value):
    return value if isinstance(value, (bool, int, float, str)) else str(value)


def _shown(value):
    """An argument as in a constructor call; empty if it is not a plain value."""
    if isinstance(value, (bool, int, float)):
        return repr(value)
    return json.dumps(value) if isinstance(value, str) else ""


def main(arguments=None):
    """`python -m tirscope_trace`."""
    parser = argparse.ArgumentParser(
        prog="python -m tirscope_trace", description="Record what TVM's passes do while a script runs")
    parser.add_argument("-o", "--output", help="recording to write; default: SCRIPT.tirtrace")
    parser.add_argument("--save-json", action="store_true", help="store every module as save_json, too")
    parser.add_argument("script", metavar="SCRIPT.py")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="ARGUMENTS")
    options = parser.parse_args(arguments)
    output = options.output or os.path.splitext(options.script)[0] + ".tirtrace"
    sys.argv = [options.script] + options.arguments
    sys.path[0] = os.path.dirname(os.path.abspath(options.script))
    with record(output, options.save_json):
        runpy.run_path(options.script, run_name="__main__")


if __name__ == "__main__":
    main()
