# title: A global buffer of which each thread has its own
# group: Museum
# topic: Memory of the wrong threads
# order: 2569
# summary: Threads exchange values through a global buffer, and the kernel gives each of them another one
# pipeline: s_tir
# fix: s_tir in sound mode
# bad pass: PlanAndUpdateBufferAllocationLocation
# execution: differs
# finding: uninitialized Q[31]
# finding line: Q[31 - i]
# computes: Y[i] = A[31 - i]
#
# The threads of a block fill `Q`, and another loop over the same threads reads it from its other end.
#
# PlanAndUpdateBufferAllocationLocation moves each buffer to the innermost place around its accesses, for `Q` into the loop
# over `blockIdx`. That is the kernel, where a buffer without a scope is memory of one thread: each thread fills one element
# of a `Q` of its own, and reads another one that it has never written. The sound mode moves `Q` to shared memory, and so
# can you: `T.sblock_alloc_buffer((32,), scope="shared")`.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), Y: T.Buffer((32,), "float32")):
        Q = T.sblock_alloc_buffer((32,))
        for bx in T.thread_binding(1, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("Q"):
                    i = T.axis.spatial(32, tx)
                    Q[i] = A[i]
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("Y"):
                    i = T.axis.spatial(32, tx)
                    Y[i] = Q[31 - i]
