# title: A barrier is missing where a row shares an element
# group: Museum
# topic: Memory of the wrong threads
# order: 2565
# summary: ThreadSync takes an element of a row for one of a thread and leaves out a barrier
# pipeline: s_tir
# fix: s_tir in sound mode
# bad pass: ThreadSync("shared")
# execution: differs
# finding: missing-barrier last_ptr[0]
# finding line: last_ptr[threadIdx_y] =
# conflicting line: - last_ptr[threadIdx_y]
# computes: Y[i, j] = X[i, j] - X[i, 63]
#
# Each row of threads has one element of shared memory: its last thread stores it, all of them read it.
#
# ThreadSync puts no barrier between accesses of the same element if that element is another one for each thread. TVM takes
# an index for such if it mentions the innermost thread variable, here `ty`: but the threads of a row, which differ in `tx`,
# all access `last[ty]`. The barrier between the two is missing, and a thread may read before the last one of its row has
# written. The sound mode leaves out a barrier only if the index is another one for each thread of the block.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((2, 64), "float32"), Y: T.Buffer((2, 64), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            ty = T.launch_thread("threadIdx.y", 2)
            last = T.alloc_buffer((2,), scope="shared")
            if tx == 63:
                last[ty] = X[ty, 63]
            Y[ty, tx] = X[ty, tx] - last[ty]
