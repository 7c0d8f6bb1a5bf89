# title: Barriers after the merge
# group: Museum
# topic: Passes in the wrong order
# order: 2690
# summary: Buffers that each thread has for itself look like one that threads share
# pipeline: s_tir@late-barriers
# fix: s_tir
# bad pass: ThreadSync("shared.dyn")
# error: a barrier is needed in a branch that not all threads take
# error line: right_ptr[threadIdx_x]
# computes: Y[i] = (X[i] + 1) * X[i] if i < 32 else X[i]
#
# A barrier that cannot be inserted.
#
# Every thread reads and writes elements of its own in `left` and `right`: no barrier is needed. Under `s_tir@late-barriers`,
# ThreadSync runs after the merge, when both are parts of one allocation. It sees accesses of one buffer at two positions, and
# wants a barrier between them, in a branch that half of the threads do not take: it refuses. The contract says so before the
# run: ThreadSync requires that shared buffers have allocations of their own.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            left = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            right = T.alloc_buffer((64,), "float32", scope="shared.dyn")
            left[tx] = X[tx]
            if tx < 32:
                right[tx] = left[tx] + T.float32(1.0)
                Y[tx] = right[tx] * left[tx]
            else:
                Y[tx] = left[tx]
