# title: Storage legalized before MakePackedAPI
# group: Museum
# topic: Calls between host and device
# order: 2250
# summary: The parameters are still buffers whose type the callers see
# pipeline: split@early-storage
# fix: split
# bad pass: FP8StorageLegalize
# error: buffer 'X' is a parameter
# error line: X: T.Buffer
# computes: Y[i] = X[63 - i]
#
# The storage legalization comes before the packed API.
#
# The device of this program has no bfloat16, so its buffers become buffers of 16-bit integers. Under
# `split@early-storage` that happens while the parameters of `main` are still buffers, whose type is part of what
# callers see: FP8StorageLegalize rejects it, and so would BF16StorageLegalize. After MakePackedAPI the parameters
# are pointers.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "bfloat16"), Y: T.Buffer((64,), "bfloat16")):
        T.func_attr({"target": T.target({"kind": "cuda", "arch": "sm_75", "host": {"kind": "llvm"}})})
        with T.launch_thread("threadIdx.x", 64) as tx:
            Y[tx] = X[63 - tx]
