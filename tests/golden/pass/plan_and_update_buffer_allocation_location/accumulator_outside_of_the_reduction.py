# check: pass PlanAndUpdateBufferAllocationLocation
# The block accumulates over k: its buffer outlives that loop.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 32), "float32")):
        with T.sblock("root"):
            T.reads(A[0:8, 0:32])
            T.writes()
            L = T.sblock_alloc_buffer((8,), scope="local")
            for i, k in T.grid(8, 32):
                with T.sblock("sum"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    T.reads(L[vi], A[vi, vk])
                    T.writes(L[vi])
                    L[vi] = L[vi] + A[vi, vk]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 32), "float32")):
        with T.sblock("root"):
            T.reads(A[0:8, 0:32])
            T.writes()
            for i in range(8):
                with T.sblock(""):
                    T.reads(A[i, 0:32])
                    T.writes()
                    L = T.sblock_alloc_buffer((8,), scope="local")
                    for k in range(32):
                        with T.sblock("sum"):
                            vi, vk = T.axis.remap("SR", [i, k])
                            T.reads(L[vi], A[vi, vk])
                            T.writes(L[vi])
                            L[vi] = L[vi] + A[vi, vk]
