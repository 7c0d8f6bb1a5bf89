# check: pass LowerAutoCopy
# No GPU moves so many bytes at once.

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
                    with T.sblock("load"):  # error: block 'load' cannot be copied automatically: its vector_bytes must be at most 65536
                        T.reads(A[0:64, 0:64])
                        T.writes(S[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 4611686018427387904})
                        for i, j in T.grid(64, 64):
                            S[i % 64, j] = A[i % 64, j]
