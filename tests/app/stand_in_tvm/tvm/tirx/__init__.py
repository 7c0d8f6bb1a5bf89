"""Building a module."""

from tvm.ir.transform import Sequential

from . import transform


class RuntimeModule:
    """Generated code and what it imports."""

    def __init__(self, kind, source, imports=()):
        self.kind, self.source, self.imports = kind, source, list(imports)

    def inspect_source(self):
        return self.source


def build(mod, target=None, pipeline=None):
    del target
    Sequential([transform.named(name)(*arguments) for name, *arguments in pipeline], "_pipeline")(mod)
    return RuntimeModule("llvm", "; host", [RuntimeModule("cuda", "__global__ void kernel() {}\n")])


PIPELINES = {
    "split": (
        "AnnotateEntryFunc", "MergeSharedMemoryAllocations", "AnnotateDeviceRegions", "SplitHostDevice",
        "LowerDeviceKernelLaunch", "MakePackedAPI", "FP8StorageLegalize", "BF16StorageLegalize"),
}


def get_tir_pipeline(name):
    if name not in PIPELINES:
        raise ValueError(f"Unknown pre-built pipeline {name}, candidates are {list(PIPELINES)}")
    return Sequential([transform.named(each)() for each in PIPELINES[name]], "_pipeline")
