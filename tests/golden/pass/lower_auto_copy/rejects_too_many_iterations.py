# check: pass LowerAutoCopy
# The number of iterations does not fit in 64 bits.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            T.sblock_attr({"warp_execution": True})
            for ty in T.thread_binding(4, thread="threadIdx.y"):
                with T.sblock("tile"):
                    T.reads(A[0:64, 0:64])
                    T.writes()
                    S = T.sblock_alloc_buffer((64, 64), scope="shared")
                    with T.sblock("load"):  # error: block 'load' cannot be copied automatically: its body must be loops with constant extents around one store
                        T.reads(A[0:64, 0:64])
                        T.writes(S[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        for i, j in T.grid(T.int64(9223372036854775807), T.int64(64)):
                            S[i % T.int64(64), j] = A[i % T.int64(64), j]
