# check: pass LowerAutoCopy
# not idempotent: the request stays on the block
# One loop over all elements, divided among threads and vector lanes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            T.sblock_attr({"warp_execution": True})
            for ty in T.thread_binding(4, thread="threadIdx.y"):
                with T.sblock("tile"):
                    T.reads(A[0:64, 0:64])
                    T.writes()
                    S = T.sblock_alloc_buffer((64, 64), scope="shared")
                    with T.sblock("load"):
                        T.reads(A[0:64, 0:64])
                        T.writes(S[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        for i, j in T.grid(64, 64):
                            S[i, j] = A[i, j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            T.sblock_attr({"warp_execution": True})
            for ty in T.thread_binding(4, thread="threadIdx.y"):
                with T.sblock("tile"):
                    T.reads(A[0:64, 0:64])
                    T.writes()
                    S = T.sblock_alloc_buffer((64, 64), strides=(64, 1), scope="shared")
                    with T.sblock("load"):
                        T.reads(A[0:64, 0:64])
                        T.writes(S[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        for i_j_fused_0 in range(8):
                            for i_j_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                                for i_j_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                    for i_j_fused_3 in T.vectorized(4):
                                        S[(((i_j_fused_0 * 4 + i_j_fused_1) * 32 + i_j_fused_2) * 4 + i_j_fused_3) // 64 % 64, (((i_j_fused_0 * 4 + i_j_fused_1) * 32 + i_j_fused_2) * 4 + i_j_fused_3) % 64] = A[(((i_j_fused_0 * 4 + i_j_fused_1) * 32 + i_j_fused_2) * 4 + i_j_fused_3) // 64 % 64, (((i_j_fused_0 * 4 + i_j_fused_1) * 32 + i_j_fused_2) * 4 + i_j_fused_3) % 64]
