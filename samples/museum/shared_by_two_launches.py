# title: Memory that two launches share
# group: Museum
# topic: Passes in the wrong order
# order: 2660
# summary: Shared memory moves out of the loops over threads to the host
# pipeline: s_tir@early-storage-rewrite
# fix: s_tir
# bad pass: SplitHostDevice
# error: takes shared memory 'first_ptr' as a parameter, and no host can pass it
# error line: first_ptr: T.handle
# execution: refused: from its host, which has none
# computes: Y[i] = 2 * (X[i] + 1)
#
# Two launches with one allocation.
#
# StorageRewrite lets `second` take the memory of `first`, which is dead by then, and allocates it at the start of the launch.
# Under `s_tir@early-storage-rewrite` there are no launches yet, only loops that are bound to threads: it allocates the memory of
# both at the start of the function, on the host. SplitHostDevice passes it to both kernels, and no host can pass shared memory.
# The contract says so before the run: StorageRewrite requires launches as thread_extent statements.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            first = T.alloc_buffer((64,), "float32", scope="shared")
            first[tx] = X[tx] + T.float32(1.0)
            Y[tx] = first[63 - tx]
        for tx in T.thread_binding(64, thread="threadIdx.x"):
            second = T.alloc_buffer((64,), "float32", scope="shared")
            second[tx] = Y[tx] * T.float32(2.0)
            Y[tx] = second[63 - tx]
