# check: pass PlanAndUpdateBufferAllocationLocation
# A matched buffer counts as its source, and the use of a pointer as an access of the whole buffer.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 4), "float32")):
        with T.sblock("root"):
            T.reads(A[0:8, 0:4])
            T.writes()
            B = T.sblock_alloc_buffer((8, 4))
            for i in range(8):
                with T.sblock("row"):
                    vi = T.axis.spatial(8, i)
                    T.reads(A[vi, 0:4])
                    T.writes(B[vi, 0:4])
                    M = T.match_buffer(B[vi, 0:4], (4,), offset_factor=1)
                    for j in range(4):
                        M[j] = A[vi, j]
                T.call_extern("int32", "consume", B.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 4), "float32")):
        with T.sblock("root"):
            T.reads(A[0:8, 0:4])
            T.writes()
            for i in range(8):
                with T.sblock(""):
                    T.reads(A[i, 0:4])
                    T.writes()
                    B = T.sblock_alloc_buffer((8, 4))
                    with T.sblock("row"):
                        vi = T.axis.spatial(8, i)
                        T.reads(A[vi, 0:4])
                        T.writes(B[vi, 0:4])
                        M = T.match_buffer(B[vi, 0:4], (4,), offset_factor=1)
                        for j in range(4):
                            M[j] = A[vi, j]
                    T.call_extern("int32", "consume", B.data)
