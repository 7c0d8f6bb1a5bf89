# title: Elementwise with blocks
# group: Scheduled
# order: 1010
# summary: A block with a domain, bound loops, and threads without an element
# pipeline: s_tir
# computes: Y[i] = a * X[i] + Y[i]
#
# One thread per element, as a scheduler writes it: a block with a domain, and loops that are bound to threads.
#
# LowerOpaqueBlock turns the bound loops into launches; until then the block says what it reads and writes.
# The last thread block has threads without an element: `T.where` becomes an `if`.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((1000,), "float32"), Y: T.Buffer((1000,), "float32"), a: T.float32):
        for bx in T.thread_binding(8, thread="blockIdx.x"):
            for tx in T.thread_binding(128, thread="threadIdx.x"):
                with T.sblock("Y"):
                    v = T.axis.spatial(1000, bx * 128 + tx)
                    T.where(bx * 128 + tx < 1000)
                    Y[v] = a * X[v] + Y[v]
