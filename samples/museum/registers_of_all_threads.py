# title: All threads share one address register
# group: Museum
# topic: Memory of the wrong threads
# order: 2430
# summary: The address of a guarded load is allocated outside the launch
# pipeline: split@guarded-loads
# fix: split@guarded-loads in sound mode
# bad pass: InjectPTXLDG32
# note: the load from 'X' becomes one predicated instruction
# computes: Y[i] = X[i] if i < 60 else 0
#
# Each thread needs an address of its own, and all of them share one.
#
# InjectPTXLDG32 makes one instruction of a load and its condition, and keeps the address and the predicate in `addr` and
# `predicate`. There is no allocation after the load, so it allocates both at the start of the function, outside of the
# launch. SplitHostDevice passes them to the kernel as parameters: memory of the host, in which all threads write to one
# address. The sound mode allocates them at the load.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            Y[tx] = T.if_then_else(tx < 60, X[tx], T.float32(0.0))
