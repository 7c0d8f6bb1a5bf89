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
recorded in the thread that started the recording. TVM may be imported before the recording or while it runs. If another
process records into out.tirtrace at the same time, the recording is out.1.tirtrace.
"""

import argparse
import ast
import atexit
import contextlib
import functools
import hashlib
import inspect
import itertools
import json
import math
import os
import re
import stat
import sys
import threading
import time
import traceback
import types

__all__ = ["Recorder", "instrument", "record"]

BUILD_FUNCTIONS = {
    "tvm": ("build", "compile"), "tvm.relax": ("build",), "tvm.tir": ("build",), "tvm.tirx": ("build",),
    "tilelang": ("compile", "lower")}
OF_TVM = r"(tvm|tilelang)(\.|$)"  # names of modules
LIVE = set()  # the files that this process records into


def _guarded(method, loses_record=False):
    """Of the recorder. It is called inside the compilation, which an exception would end: none leaves."""

    @functools.wraps(method)
    def guarded(self, *arguments):
        if self.file.closed or threading.get_ident() != self.thread:
            return
        try:
            method(self, *arguments)
        except Exception as error:  # pylint: disable=broad-except
            self.warn()
            if loses_record:
                self.lose_record(error)

    return guarded


_guarded_record = functools.partial(_guarded, loses_record=True)


class Recorder:
    """The file, and the passes that are running. In place of a path, there may be a file that is open for writing."""

    def __init__(self, path, save_json=False):
        self.thread = threading.get_ident()
        self.has_warned = False
        self.file = path if hasattr(path, "write") else _File(os.fspath(path))
        # Written with the first record: only then TVM is imported.
        self._begin = {
            "ev": "begin", "format": 1, "tool": "tirscope_trace", "tvm": "", "python": sys.version.split()[0],
            "arguments": list(sys.argv), "locked": getattr(self.file, "is_locked", False), "t0_ns": time.time_ns(),
        }
        self._save_json = save_json
        self._texts = set()  # names of the texts in the file
        self._sources = set()
        self._arguments = {}  # by PassInfo: the pass, its arguments, and whether the function has the name of the pass
        self._running = []  # (id, name, start), the innermost last
        self._builds = 0  # how many build functions are running, one inside another
        self._misses_passes = False  # of other threads
        self._printed = None  # the parts of the last module that was printed, and its name
        self._contexts = []  # how many passes were running when each PassContext was entered
        self._context = None  # the last record of a context
        self._is_context_new = True  # the next pass may run in another one
        self._next_id = 0
        self._overhead_ns = 0  # what the hooks themselves took

    def close(self):
        """Ends the file. Passes that are still running have no result."""
        if self.file.closed:
            return
        end = {"ev": "end", "t1_ns": time.time_ns()}
        if self._misses_passes:
            end["other_threads"] = True
            _tell("passes ran in other threads; only those of the thread that started the recording are recorded")
        self.attempt(self._abort_down_to, 0)
        self.attempt(self._emit, end)
        try:
            self.file.close()
        except OSError:  # the disk is full
            self.warn()

    def warn(self):
        """Prints the exception that is being handled, once."""
        if not self.has_warned:
            self.has_warned = True
            _tell("the recording is incomplete:\n" + traceback.format_exc())

    def lose_record(self, error):
        """Writes down that a record is missing, so that no reader takes the rest for everything."""
        with contextlib.suppress(Exception):
            self._emit({"ev": "lost", "error": f"{type(error).__name__}: {_text_of(error)}"})

    @_guarded
    def attempt(self, function, *arguments):
        """Calls the function, unless the recording has ended."""
        function(*arguments)

    # What the instrument calls.

    @_guarded
    def enter_context(self):
        self._contexts.append(len(self._running))
        self._is_context_new = True

    @_guarded
    def exit_context(self):
        self._abort_down_to(self._contexts.pop() if self._contexts else 0)
        self._is_context_new = True

    @_guarded_record
    def before(self, mod, info):
        start = time.perf_counter_ns()
        self._emit_context()
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

    @_guarded_record
    def after(self, mod, info):
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

    # What the wrapped functions call.

    @_guarded
    def remember_arguments(self, made, name, args, kwargs):
        """The arguments of a pass are known only where it is made: in the function or class of its name, else in the
        innermost one."""
        if not isinstance(made, sys.modules["tvm"].transform.Pass):
            return
        shown = [_shown(value) for value in args] + [
            f"{key}={_shown(value)}" for key, value in kwargs.items() if _shown(value)]
        while shown and not shown[-1]:
            shown.pop()
        text = ", ".join(shown) if all(shown) else ""
        is_of_name = name == str(made.info.name).rpartition(".")[2]
        known = self._arguments.setdefault(made.info, (made, text, is_of_name))
        if _is_same(made, known[0]):
            if is_of_name and not known[2]:
                self._arguments[made.info] = (made, text, True)
        elif text != known[1]:  # the passes of a class share one PassInfo: which of them runs is not known
            self._arguments[made.info] = (made, "", True)

    @contextlib.contextmanager
    def calling_pass(self):
        """Around a call of a pass: no pass inside runs on after an exception."""
        if threading.get_ident() != self.thread:
            self._misses_passes = True
        count = len(self._running)
        try:
            yield
        except BaseException:
            self.attempt(self._abort_down_to, count)
            raise

    @contextlib.contextmanager
    def calling_build(self, arguments):
        """The same around a call of a build function."""
        self.attempt(self._emit_build, arguments)
        recorded = int(threading.get_ident() == self.thread)  # builds of other threads run at the same time
        self._builds += recorded
        try:
            with self.calling_pass():
                yield
        finally:
            self._builds -= recorded

    @_guarded
    def add_sources(self, built):
        """Stores the generated sources of all device modules of what a build returned."""
        found = [getattr(built, "mod", built)]
        for root in found:
            for module in getattr(root, "imports", None) or getattr(root, "imported_modules", None) or []:
                if any(module is each for each in found):
                    continue
                found.append(module)
                kind = str(getattr(module, "kind", None) or getattr(module, "type_key", ""))
                text = _source_of(module)
                if text and text not in self._sources:
                    self._sources.add(text)
                    self._emit({"ev": "source", "kind": kind, "text": text})

    def _emit(self, record):
        if self._begin is not None:
            begin, self._begin = self._begin, None
            begin["tvm"] = str(getattr(sys.modules.get("tvm"), "__version__", ""))
            self._emit(begin)
        self.file.write(_line(record))
        self.file.flush()

    def _emit_context(self):
        """The PassContext that the next pass runs in, if it is another one."""
        if not self._is_context_new:
            return
        self._is_context_new = False
        current = sys.modules["tvm"].transform.PassContext.current()
        record = {
            "ev": "context", "opt_level": int(current.opt_level),
            "required": [str(name) for name in current.required_pass],
            "disabled": [str(name) for name in current.disabled_pass],
            "config": {str(key): _setting(value) for key, value in dict(current.config).items()},
        }
        if record != self._context:
            self._context = record
            self._emit(record)

    def _abort_down_to(self, count):
        """Passes of a context that is left have thrown: the exception is being handled here."""
        error = sys.exc_info()[1]
        text = "" if error is None else "".join(traceback.format_exception_only(type(error), error)).strip()
        while len(self._running) > count:
            self._abort(text)

    def _abort(self, error):
        self._emit({"ev": "aborted", "id": self._running.pop()[0], "error": error})

    def _module(self, mod):
        """Modules that were seen before are stored by name only; the last one is not printed again."""
        parts = _parts(mod)
        if parts is not None and self._printed is not None and _are_same(parts, self._printed[0]):
            return {"ir": self._printed[1]}
        self._printed = None
        try:
            content = {"text": _unicode(mod.script(show_meta=True))}
        except Exception as error:  # pylint: disable=broad-except
            content = {"print_error": _text_of(error), **_saved(mod)}
            if "json" not in content:
                return content
        name = hashlib.sha1(content.get("text", content.get("json")).encode()).hexdigest() + ".py"
        if name not in self._texts:
            self._texts.add(name)
            if self._save_json and "json" not in content:
                content.update(_saved(mod))
            self._emit({"ev": "text", "ir": name, **content})
        self._printed = (parts, name)
        return {"ir": name}

    def _arguments_of(self, info):
        with contextlib.suppress(KeyError, TypeError):  # not known; of a TVM whose objects have no hash
            return self._arguments[info][1]
        return ""

    def _emit_build(self, arguments):
        target = arguments.get("target")
        with contextlib.suppress(Exception):  # `with tvm.target.Target(…)`
            target = target or sys.modules["tvm"].target.Target.current(allow_none=True)
        self._emit({
            "ev": "build", "depth": self._builds, "target": str(target or ""),
            "pipeline": str(arguments.get("pipeline") or ""),
        })


def instrument(path, save_json=False):
    """A PassInstrument that records into `path`, for `PassContext(instruments=[…])`."""
    recorder = Recorder(path, save_json)
    stack = contextlib.ExitStack()
    stack.callback(recorder.close)
    _wrap_calls(recorder, stack)
    atexit.register(stack.close)
    return _instrument_of(recorder)


@contextlib.contextmanager
def record(path, save_json=False):
    """Records every pass that runs inside the `with` block, in whichever PassContext."""
    with _recording(Recorder(path, save_json)) as hooks:
        yield hooks.recorder


@contextlib.contextmanager
def _recording(recorder):
    with contextlib.ExitStack() as stack:
        stack.callback(recorder.close)
        yield _Hooks(recorder, stack)


class _Hooks:
    """Puts the recorder into TVM and into the modules that use it, also into those that are imported later, until the
    stack ends."""

    def __init__(self, recorder, stack):
        self.recorder = recorder
        self._stack = stack
        self._wrapped = {}  # by id: the function and what replaces it
        self._own = set()  # ids of what replaces a function
        self._look_at(list(sys.modules.values()))
        finder = _AfterImport(lambda module: self._look_at([module]))
        sys.meta_path.insert(0, finder)
        stack.callback(sys.meta_path.remove, finder)

    def watch(self, value, name):
        """What replaces a function or class, so that the arguments with which it makes a pass are known."""
        if isinstance(value, types.FunctionType) and id(value) not in self._own:
            return self._wrap(value, _remembering(value, name, self.recorder))
        base = getattr(getattr(sys.modules.get("tvm"), "transform", None), "Pass", None)
        if base and isinstance(value, type) and issubclass(value, base) and value.__module__ != base.__module__:
            init = vars(value).get("__init__")
            if init is not None and id(init) not in self._own:
                _replace(self._stack, value, "__init__", self._wrap(init, _remembering(init, name, self.recorder)))
        return value

    def _look_at(self, modules):
        """Replaces functions of modules that are complete; build functions wherever a module has taken them from it."""
        for module in modules:
            self.recorder.attempt(self._find_in, module)
        has_builds = any(getattr(module, "__name__", "") in BUILD_FUNCTIONS for module in modules)
        for module in list(sys.modules.values()) if has_builds else modules:
            self.recorder.attempt(self._replace_in, module)

    def _find_in(self, module):
        name = str(getattr(module, "__name__", ""))
        if name == "tvm" and hasattr(module, "transform"):
            self._attach(module.transform.PassContext)
        for short in BUILD_FUNCTIONS.get(name, ()):
            function = getattr(module, short, None)
            if isinstance(function, types.FunctionType) and id(function) not in self._own:
                self._wrap(function, _building(function, self.recorder))
        for short, value in _constructors(name, getattr(module, "__dict__", {})):
            self.watch(value, short)

    def _replace_in(self, module):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if id(value) in self._wrapped:
                _replace(self._stack, module, name, self._wrapped[id(value)][1])

    def _wrap(self, function, wrapper):
        known = self._wrapped.setdefault(id(function), (function, wrapper))
        self._own.add(id(known[1]))
        return known[1]

    def _attach(self, context):
        """Of every context that is entered, whenever it was made, TVM gets a copy with the instrument."""
        hook, thread = _instrument_of(self.recorder), self.recorder.thread
        enter, leave, copies = context.__enter__, context.__exit__, []

        def enter_copy(entered):
            if threading.get_ident() != thread:
                return enter(entered)
            others = [each for each in entered.instruments or [] if not _is_same(each, hook)]
            copy = context(
                opt_level=int(entered.opt_level), required_pass=list(entered.required_pass),
                disabled_pass=list(entered.disabled_pass), instruments=others + [hook], config=dict(entered.config))
            enter(copy)
            copies.append(copy)
            return copy

        def leave_copy(left, *error):
            return leave(copies.pop() if copies and threading.get_ident() == thread else left, *error)

        _wrap_calls(self.recorder, self._stack)
        _replace(self._stack, context, "__enter__", enter_copy)
        _replace(self._stack, context, "__exit__", leave_copy)
        self._stack.enter_context(context.current())


class _File:
    """A recording on disk. A record that cannot be written whole is taken out, and only a note of that follows: a reader
    can rely on all that is there."""

    def __init__(self, path):
        self.path, self._file, self.is_locked = _opened(path)
        self._key = _key(self._file)
        self._last = self._end = 0  # where the last record starts and ends
        self._note = None  # that a record is missing; empty once it is written
        LIVE.add(self._key)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.close)  # with its copy of the lock

    @property
    def closed(self):
        return self._file.closed

    def write(self, text):
        if self._note is not None:
            self._write_note()
            return
        data = text.encode()
        try:
            self._write_all(data)
        except OSError as error:
            self._note = _line({"ev": "lost", "error": error.strerror or str(error)}).encode()
            self._write_note()
            raise
        self._last, self._end = self._end, self._end + len(data)

    def flush(self):
        """Nothing is buffered."""

    def close(self):
        LIVE.discard(self._key)
        self._file.close()

    def _write_all(self, data):
        while data:
            data = data[self._file.write(data):]

    def _write_note(self):
        """On a full disk, there may be room for it only in place of the last record."""
        for start in (self._end, self._last) if self._note else ():
            with contextlib.suppress(OSError):
                self._file.truncate(start)
                self._file.seek(start)
                self._end = start
                self._write_all(self._note)
                self._note = b""
                return


class _AfterImport:
    """A finder that leaves the search to the others, and hands over every module that was imported."""

    def __init__(self, hand_over):
        self._hand_over = hand_over
        self._searched = set()  # other finders may call this one

    def find_spec(self, name, path=None, target=None):
        if name in self._searched:
            return None
        self._searched.add(name)
        try:
            for finder in sys.meta_path:
                spec = None if finder is self else finder.find_spec(name, path, target)
                if spec is not None:
                    self._watch(spec.loader)
                    return spec
            return None
        finally:
            self._searched.discard(name)

    def _watch(self, loader):
        execute = getattr(loader, "exec_module", None)
        if execute is None or isinstance(loader, type) or getattr(execute, "watch", None) is self:
            return

        def exec_module(module):
            execute(module)
            self._hand_over(module)

        exec_module.watch = self
        with contextlib.suppress(AttributeError):  # a loader that cannot be changed
            loader.exec_module = exec_module


def _constructors(module_name, members):
    """Functions and classes with capitalized names that may make passes, by name: those of TVM's modules of passes, and
    those of other modules that use TVM."""
    is_of_tvm = re.match(OF_TVM, module_name)
    if is_of_tvm and not re.search(r"\.transform(\.|$)", module_name):
        return []
    # A proxy may do anything when its class is queried.
    found = [(name, value, value.__name__ if issubclass(type(value), types.ModuleType) else value.__module__)
             for name, value in list(members.items())
             if issubclass(type(value), (types.FunctionType, type, types.ModuleType))]
    if not is_of_tvm and not any(re.match(OF_TVM, str(owner)) for _, _, owner in found):
        return []
    return [(name, value) for name, value, owner in found
            if name[:1].isupper() and (is_of_tvm or owner == module_name)]


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


def _replace(stack, owner, name, value):
    """Until the stack ends; what replaced the value meanwhile stays."""
    original = getattr(owner, name)
    setattr(owner, name, value)

    def restore():
        if getattr(owner, name, None) is value:
            setattr(owner, name, original)

    stack.callback(restore)


def _wrap_calls(recorder, stack):
    """Wraps the call of a pass: an exception that a script catches ends the passes inside."""
    owner = sys.modules["tvm"].transform.Pass
    call = owner.__call__

    @functools.wraps(call)
    def wrapped(*args, **kwargs):
        with recorder.calling_pass():
            return call(*args, **kwargs)

    _replace(stack, owner, "__call__", wrapped)


def _remembering(function, name, recorder):
    """Of a function that makes a pass, or of the __init__ of one."""

    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        result = function(*args, **kwargs)
        made, given = (args[0], args[1:]) if function.__name__ == "__init__" else (result, args)
        recorder.remember_arguments(made, name, given, kwargs)
        return result

    return wrapped


def _building(function, recorder):
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


def _source_of(module):
    text = ""
    for method in ("inspect_source", "get_source"):
        with contextlib.suppress(Exception):
            text = text or str(getattr(module, method)())
    return text


def _tell(message):
    with contextlib.suppress(OSError, ValueError):  # standard error is closed
        print("tirscope_trace: " + message.rstrip(), file=sys.stderr)


def _key(file):
    status = os.fstat(file.fileno())
    return status.st_dev, status.st_ino


def _opened(path):
    """The path, the file, and whether it is locked: as long as it is, a pass without an end is still running. The path
    is another one if a recording into that file goes on."""
    file = open(path, "ab", buffering=0)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return path, file, False
    try:
        if _key(file) in LIVE:
            raise RuntimeError(f"tirscope_trace: this process already records into '{path}': "
                               "end that recording first, or choose another file")
        is_locked = _lock(file)
        file.truncate(0)
        return path, file, is_locked
    except BlockingIOError:
        file.close()
    except BaseException:
        file.close()
        raise
    free, file = _created_beside(path)
    _tell(f"a recording into '{path}' goes on: this one is '{free}'")
    return free, file, _lock(file)


def _lock(file):
    """False if that is not possible here. Raises BlockingIOError if another recording has the lock."""
    try:
        import fcntl  # pylint: disable=import-outside-toplevel
    except ImportError:
        return False
    for attempt in range(5):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if attempt == 4:
                raise
            time.sleep(0.02)  # Tirscope takes the lock for a moment to find out whether the recording goes on
        except OSError:
            return False


def _created_beside(path):
    """A new file: out.1.tirtrace beside out.tirtrace."""
    root, extension = os.path.splitext(path)
    for number in itertools.count(1):
        name = f"{root}.{number}{extension}"
        with contextlib.suppress(FileExistsError):
            return name, open(name, "xb", buffering=0)


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


def _saved(mod):
    """A module as save_json, if it can be saved: the build goes on without."""
    try:
        return {"json": sys.modules["tvm"].ir.save_json(mod)}
    except Exception:  # pylint: disable=broad-except
        return {}


def _is_same(a, b):
    return a is b or (hasattr(a, "same_as") and b is not None and bool(a.same_as(b)))


def _are_same(parts, others):
    return len(parts) == len(others) and all(map(_is_same, parts, others))


def _line(record):
    """One line of JSON, whatever the values are."""
    return json.dumps(_valid(record), allow_nan=False) + "\n"


def _valid(value):
    """The same in JSON that every parser reads: numbers outside of its range are texts."""
    if isinstance(value, str):
        return _unicode(value)
    if isinstance(value, dict):
        return {_unicode(key): _valid(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_valid(each) for each in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    is_large = isinstance(value, int) and not -2**63 <= value < 2**63
    return hex(value) if is_large else value


def _unicode(text):
    """With escapes for halves of surrogate pairs, which no encoding has."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def _text_of(value):
    try:
        return str(value)
    except Exception:  # pylint: disable=broad-except
        return f"<{type(value).__name__}>"


def _setting(value):
    """A value of the configuration as JSON; its text if it is nothing else."""
    try:
        return _plain(value)
    except Exception:  # pylint: disable=broad-except
        return _text_of(value)


def _plain(value):
    """A value of the configuration as JSON; an object of TVM is the dictionary of its fields."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "items"):
        return {str(key): _plain(each) for key, each in value.items()}
    if hasattr(value, "__getitem__"):
        return [_plain(each) for each in value]
    try:
        saved = json.loads(sys.modules["tvm"].ir.save_json(value))
        node = saved["nodes"][saved["root_index" if "root_index" in saved else "root"]]
        fields = {name: _plain(getattr(value, name)) for name in node.get("data", node.get("attrs")) if name != "span"}
        return fields.get("value", fields)  # of IntImm
    except Exception:  # pylint: disable=broad-except
        return _text_of(value)


def _shown(value):
    """An argument as in a constructor call; empty if it is not a plain value."""
    if isinstance(value, (bool, int, float)):
        return repr(value)
    return json.dumps(value) if isinstance(value, str) else ""


def _check_replaced(path, script):
    """Raises an OSError if a recording must not replace what is there."""
    if not os.path.isfile(path):
        return
    if os.path.samefile(path, script):
        raise OSError("it is the script")
    with open(path, "rb") as file:
        start = file.read(100)
    if b'"tirscope-trace"' in start:
        raise OSError("it exists and is a trace that Tirscope saved")
    if start and not start.startswith(b'{"ev"'):
        raise OSError("it exists and is not a recording")


def _run(script, hooks):
    """As `python SCRIPT.py` does. The passes that the script itself makes have their arguments, too."""
    script = os.path.abspath(script)
    with open(script, "rb") as file:
        tree = ast.parse(file.read(), script)
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name[0].isupper():
            first = (node.decorator_list or [node])[0]  # its line is where the source of the function begins
            node.decorator_list.insert(0, ast.copy_location(ast.Name("__tirscope_watch__", ast.Load()), first))
    main_module = types.ModuleType("__main__")
    main_module.__file__ = script
    main_module.__tirscope_watch__ = lambda value: hooks.watch(value, getattr(value, "__name__", ""))
    sys.modules["__main__"] = main_module
    exec(compile(tree, script, "exec"), vars(main_module))  # pylint: disable=exec-used


def main(arguments=None):
    """`python -m tirscope_trace`."""
    parser = argparse.ArgumentParser(
        prog="python -m tirscope_trace", description="Record what TVM's passes do while a script runs")
    parser.add_argument("-o", "--output", help="recording to write; default: SCRIPT.tirtrace")
    parser.add_argument("--save-json", action="store_true", help="store every module as save_json, too")
    parser.add_argument("script", metavar="SCRIPT.py")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="ARGUMENTS")
    options = parser.parse_args(arguments)
    if not os.path.isfile(options.script):  # before a recording is replaced
        parser.error(f"there is no script '{options.script}'")
    output = options.output or os.path.splitext(options.script)[0] + ".tirtrace"
    sys.argv = [options.script] + options.arguments
    sys.path[0] = os.path.dirname(os.path.realpath(options.script))  # of what a link leads to, as Python does
    try:
        _check_replaced(output, options.script)
        recorder = Recorder(output, options.save_json)
    except OSError as error:
        parser.exit(2, f"tirscope_trace: cannot write '{output}': {error.strerror or error}\n")
    with _recording(recorder) as hooks:
        _run(options.script, hooks)


if __name__ == "__main__":
    main()
