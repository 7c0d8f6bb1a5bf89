# title: An index that needs more than 32 bits
# group: Museum
# topic: Passes in the wrong order
# order: 2650
# summary: Forced into 32 bits, it becomes negative
# pipeline: s_tir@forced-int32
# fix: s_tir
# bad pass: ForceNarrowIndexToInt32
# execution: crashes or differs
# finding: out-of-bounds X[-32767]
# finding line: Y[i] = X[
# computes: Y[i] = X[i * 3 // 2]
#
# An index that overflows.
#
# The position in `X` is computed in fixed point: `i * 98304` is up to 6.4e9, which is why the index has 64 bits. NarrowDataType
# computes it in 64 bits as well, because 32 do not suffice. ForceNarrowIndexToInt32, which `s_tir@forced-int32` runs first, checks
# nothing: from element 21846 on, the product overflows and the index is negative. It is for targets without 64-bit integers.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((98304,), "float32"), Y: T.Buffer((65536,), "float32")):
        for bx in T.thread_binding(256, thread="blockIdx.x"):
            for tx in T.thread_binding(256, thread="threadIdx.x"):
                with T.sblock("Y"):
                    i = T.axis.spatial(65536, bx * 256 + tx)
                    Y[i] = X[T.Cast("int64", i) * T.int64(98304) // T.int64(65536)]
