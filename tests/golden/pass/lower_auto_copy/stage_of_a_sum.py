# check: pass LowerAutoCopy
# What is not a plain load is staged in the shape of the loops.

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
                        T.sblock_attr({"auto_copy": True, "local_stage": 1})
                        for i, j in T.grid(64, 64):
                            S[i, j] = A[i, j] + T.float32(1.0)

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
                        T.sblock_attr({"auto_copy": True, "local_stage": 1})
                        S_local = T.sblock_alloc_buffer((32, 1), scope="local")
                        for i_j_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                            for i_j_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                for i_j_fused_0_cache in range(32):
                                    for i_j_fused_3_cache in T.vectorized(1):
                                        S_local[i_j_fused_0_cache, i_j_fused_3_cache] = A[((i_j_fused_0_cache * 4 + i_j_fused_1) * 32 + i_j_fused_2 + i_j_fused_3_cache) // 64 % 64, ((i_j_fused_0_cache * 4 + i_j_fused_1) * 32 + i_j_fused_2 + i_j_fused_3_cache) % 64] + T.float32(1.0)
                                for i_j_fused_0 in range(32):
                                    for i_j_fused_3 in T.vectorized(1):
                                        S[((i_j_fused_0 * 4 + i_j_fused_1) * 32 + i_j_fused_2 + i_j_fused_3) // 64 % 64, ((i_j_fused_0 * 4 + i_j_fused_1) * 32 + i_j_fused_2 + i_j_fused_3) % 64] = S_local[i_j_fused_0, i_j_fused_3]
