"""Serves the passes and pipelines of your TVM to Tirscope, which starts it for steps such as
`tvm("s_tir.ThreadSync", "shared")` and for `--pipeline tvm:s_tir`. It needs nothing but your TVM.

Requests are lines of JSON on the standard input, answers are lines of JSON on the standard output; everything that
passes print goes to the standard error.

    {"call": "pass", "name": "s_tir.ThreadSync", "arguments": ["shared"], "named": {}, "module": …,
     "target": …, "config": {…}, "tvmConfig": {…}}
        {"module": …} or {"failed": REASON}; further: "isMissing", true if this TVM has no such pass
    {"call": "pipeline", "name": "s_tir", "module": …, "target": …, "config": {…}, "tvmConfig": {…}}
        lines as of tirscope_trace, while the passes run; then {"done": true} or {"done": true, "failed": REASON}

Modules are texts that tvm.ir.save_json wrote; the target is a text that holds JSON. In `config`, a field of an object
has a key of its own; `tvmConfig` has the keys that Tirscope does not know, with objects as values. The name of a pass
is that of its constructor (`s_tir.ThreadSync` is tvm.s_tir.transform.ThreadSync), that of a global function
(`s_tir.transform.ThreadSync`), or that of a function or pass of any Python module (`my_passes.Merge`). The name of a
pipeline is one that get_tir_pipeline() of your TVM knows, or that of a function or pass of any Python module.
"""

import contextlib
import difflib
import importlib
import json
import os
import sys
import traceback

DIALECTS = ("tirx", "s_tir", "tir", "relax")


class NoSuchPass(LookupError):
    """This TVM has no pass of that name."""

    def __init__(self, name, hint):
        super().__init__(f"your TVM has no pass '{name}'{hint}")


def find_pass(name):
    """The constructor of passes, or the pass, with this name."""
    prefix, _, short = name.rpartition(".")
    candidates = []
    for dialect in [prefix] if prefix else DIALECTS:
        for place in (f"tvm.{dialect}.transform", f"tvm.{dialect}", dialect):
            module = _imported(place)
            if module is None:
                continue
            if hasattr(module, short):
                return getattr(module, short)
            candidates += [f"{dialect}.{known}" for known in dir(module) if known[0].isupper()]
    function = _global_function(f"{prefix or DIALECTS[0]}.transform.{short}")
    if function is not None:
        return function
    close = difflib.get_close_matches(name, candidates, 1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    if not candidates and prefix:
        hint = f", and Python finds no module '{prefix}'"
    raise NoSuchPass(name, hint)


def find_pipeline(name):
    """The pass that runs the pipeline, and what makes the passes for the host and for the device after it."""
    found, reason = None, None
    for place in ("tvm.tirx", "tvm.tirx.pipeline", "tvm.s_tir", "tvm.tir", "tvm.tir.pipeline"):
        lookup = getattr(_imported(place), "get_tir_pipeline", None)
        if lookup is None:
            continue
        try:
            found = lookup(name)
            break
        except Exception as error:  # pylint: disable=broad-except
            reason = error
    if found is None:
        prefix, _, short = name.rpartition(".")
        found = getattr(_imported(prefix), short, None) if prefix else None
    if found is None:
        raise LookupError(f"there is no pipeline '{name}' in this TVM" + (f": {reason}" if reason else ""))
    parts = found if isinstance(found, (tuple, list)) else (found,)
    return [_made(part) for part in parts] + [None] * (3 - len(parts))


def _imported(name):
    """None if there is no such module. An error inside it is an error."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(error.name + ".")):
            return None
        raise


def _global_function(name):
    import tvm  # pylint: disable=import-outside-toplevel
    for owner in (tvm, getattr(tvm, "ffi", None), _imported("tvm_ffi")):
        lookup = getattr(owner, "get_global_func", None)
        if lookup is not None:
            return lookup(name, allow_missing=True)
    return None


def _made(thing, *arguments, **named):
    """The pass that a constructor or class makes; a pass is one already."""
    is_pass = hasattr(thing, "info") and not isinstance(thing, type)
    return thing if is_pass else thing(*arguments, **named)


def _nested(config):
    """`tirx.UnrollLoop.auto_max_step` is a field of the object `tirx.UnrollLoop`."""
    result = {}
    for key, value in config.items():
        parts = key.split(".")
        if len(parts) > 2:
            result.setdefault(".".join(parts[:2]), {})[".".join(parts[2:])] = value
        else:
            result[key] = value
    return result


def _merged(config, others):
    """Both may have fields of the same object."""
    for key, value in others.items():
        is_object = isinstance(value, dict) and isinstance(config.get(key), dict)
        config[key] = {**config[key], **value} if is_object else value
    return config


@contextlib.contextmanager
def _surroundings(request):
    """The PassContext and the target of the request."""
    import tvm  # pylint: disable=import-outside-toplevel
    target = tvm.target.Target(json.loads(request["target"]))
    config = _merged(_nested(request.get("config", {})), request.get("tvmConfig", {}))
    with tvm.transform.PassContext(config=config):
        yield target


def run_pass(request):
    """The answer to a request for one pass."""
    import tvm  # pylint: disable=import-outside-toplevel
    name, arguments = request["name"], list(request.get("arguments", []))
    with _surroundings(request) as target:
        if name.rpartition(".")[2] == "BindTarget" and not arguments:
            arguments = [target]
        made = _made(find_pass(name), *arguments, **request.get("named", {}))
        return {"module": tvm.ir.save_json(made(tvm.ir.load_json(request["module"])))}


def run_pipeline(request, output):
    """Records a pipeline as tvm.compile() runs it: the target is bound before it, the host and the device are
    finalized after it."""
    import tirscope_trace  # pylint: disable=import-outside-toplevel
    import tvm  # pylint: disable=import-outside-toplevel
    with _surroundings(request) as target, tirscope_trace.record(output):
        pipeline, finalize_host, finalize_device = find_pipeline(request["name"])
        module = find_pass("BindTarget")(target)(tvm.ir.load_json(request["module"]))
        module = pipeline(module)
        split = _split_function()
        if split is None or finalize_host is None or finalize_device is None:
            return
        host, devices = split(module)
        finalize_host(host)
        for device in devices.values():
            finalize_device(device)


def _split_function():
    for place in ("tvm.tirx.build", "tvm.tir.build", "tvm.tirx", "tvm.tir"):
        function = getattr(sys.modules.get(place), "split_host_device_mods", None)
        if function is not None:
            return function
    return None


def _reason(error):
    """As Python reports it, without the traceback."""
    text = str(error) if isinstance(error, NoSuchPass) else "".join(
        traceback.format_exception_only(type(error), error)).strip()
    return text.encode("utf-8", "backslashreplace").decode() or type(error).__name__


class _Lines:
    """A file of which every line is an answer."""

    closed = False

    def __init__(self, file):
        self._file = file

    def write(self, text):
        self._file.write(text)

    def flush(self):
        self._file.flush()

    def close(self):
        self.closed = True


def serve(requests, answers):
    """Serves requests in order until there are no more."""
    for line in requests:
        request = json.loads(line)
        is_pipeline = request["call"] == "pipeline"
        answer = {"done": True} if is_pipeline else {}
        try:
            if is_pipeline:
                run_pipeline(request, _Lines(answers))
            else:
                answer.update(run_pass(request))
        except BaseException as error:  # pylint: disable=broad-except
            if isinstance(error, (KeyboardInterrupt, GeneratorExit)):
                raise
            traceback.print_exc()
            answer["failed"] = _reason(error)
            if isinstance(error, NoSuchPass):
                answer["isMissing"] = True
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def main():
    """Keeps the standard output for answers."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    sys.path.insert(1, os.getcwd())  # modules of the user
    serve(sys.stdin, answers)


if __name__ == "__main__":
    main()
