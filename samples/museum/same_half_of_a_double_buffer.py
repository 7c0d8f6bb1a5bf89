# title: A double buffer that reads the half it writes
# group: Museum
# topic: Shared memory reused incorrectly
# order: 2455
# summary: ThreadSync believes an attribute of the program and leaves out a barrier
# pipeline: s_tir
# fix: s_tir in sound mode
# bad pass: ThreadSync("shared")
# execution: differs
# finding: missing-barrier half_ptr[32]
# finding line: half_ptr[threadIdx_x] =
# conflicting line: half_ptr[63 - threadIdx_x]
# computes: Y[i] = X[i - i % 64 + 63 - i % 64]
#
# A fetch for the next iteration that is one for this iteration.
#
# The attribute `double_buffer_write` promises that a store fills the half of a buffer that only the next iteration reads.
# ThreadSync then puts no barrier between the store and the reads that follow. InjectDoubleBuffer writes the attribute; here
# the program itself puts it on a buffer with one half, and nothing checks it. The barrier between `half[tx] = …` and
# `half[63 - tx]` is missing: a thread reads what another one has not written yet. The sound mode does not rely on the
# attribute.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((256,), "float32"), Y: T.Buffer((256,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            half = T.alloc_buffer((64,), scope="shared")
            for i in range(4):
                with T.attr(half.data, "double_buffer_write", 1):
                    half[tx] = X[64 * i + tx]
                Y[64 * i + tx] = half[63 - tx]
