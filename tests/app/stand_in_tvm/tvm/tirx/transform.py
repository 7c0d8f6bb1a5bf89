"""Constructors of passes. Only the pass knows the arguments of its call."""

import sys

from tvm.ir.transform import Pass

NAMES = (
    "AnnotateDeviceRegions", "AnnotateEntryFunc", "BF16StorageLegalize", "BindTarget", "ConvertSSA",
    "FP8StorageLegalize", "LowerDeviceKernelLaunch", "MakePackedAPI", "MergeSharedMemoryAllocations",
    "SplitHostDevice", "ThreadSync")


def _constructor(name):
    def construct(*arguments):
        return Pass("tirx." + name, arguments)

    return construct


for _name in NAMES:
    globals()[_name] = _constructor(_name)


def named(name):
    """The constructor that the module has under that name now."""
    return getattr(sys.modules[__name__], name)
