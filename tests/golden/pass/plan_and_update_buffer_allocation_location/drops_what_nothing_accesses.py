# check: pass PlanAndUpdateBufferAllocationLocation
# A buffer without accesses goes; a block declares no regions of buffers that are allocated inside.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        with T.sblock("root"):
            T.reads(A[0:8])
            T.writes()
            U = T.sblock_alloc_buffer((8,))
            B = T.sblock_alloc_buffer((8,))
            for i in range(8):
                with T.sblock("copy"):
                    vi = T.axis.spatial(8, i)
                    T.reads(A[vi])
                    T.writes(B[vi])
                    B[vi] = A[vi]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        with T.sblock("root"):
            T.reads(A[0:8])
            T.writes()
            for i in range(8):
                with T.sblock("copy"):
                    vi = T.axis.spatial(8, i)
                    T.reads(A[vi])
                    T.writes()
                    B = T.sblock_alloc_buffer((8,))
                    B[vi] = A[vi]
