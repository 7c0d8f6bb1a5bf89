# check: pass LowerAutoCopy
# The threads of a warp store two elements each.

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
                    T.reads()
                    T.writes(C[0:64, 0:64])
                    W = T.sblock_alloc_buffer((64, 64), scope="m16n8k8.matrixC")
                    with T.sblock("out"):
                        T.reads(W[0:64, 0:64])
                        T.writes(C[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        for i, j in T.grid(64, 64):
                            C[i, j] = W[i, j]

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
                    T.reads()
                    T.writes(C[0:64, 0:64])
                    W = T.sblock_alloc_buffer((64, 64), scope="m16n8k8.matrixC")
                    with T.sblock("out"):
                        T.reads(W[0:64, 0:64])
                        T.writes(C[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        W_shared_dyn = T.sblock_alloc_buffer((4, 8, 8, 8), strides=(576, 72, 8, 1), scope="shared.dyn")
                        for i_0 in range(8):
                            for j_0 in range(8):
                                with T.sblock("mma_store"):
                                    T.reads(W[i_0 * 8:i_0 * 8 + 8, j_0 * 8:j_0 * 8 + 8])
                                    T.writes(W_shared_dyn[ty, j_0, 0:8, 0:8])
                                    src = T.match_buffer(W[i_0 * 8:i_0 * 8 + 8, j_0 * 8:j_0 * 8 + 8], (8, 8), scope="m16n8k8.matrixC", offset_factor=8)
                                    tgt = T.match_buffer(W_shared_dyn[ty, j_0, 0:8, 0:8], (8, 8), strides=("s1", "s0"), scope="shared.dyn", offset_factor=8)
                                    tx = T.launch_thread("threadIdx.x", 32)
                                    for vec in T.vectorized(2):
                                        tgt[tx // 4, tx % 4 * 2 + vec] = src[tx // 4, tx % 4 * 2 + vec]
                            for ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 in range(4):
                                for ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                                    for ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                        for ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3 in T.vectorized(4):
                                            C[i_0 * 8 + (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) // 8 % 8, (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) // 8 // 8 % 8 * 8 + (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) % 8] = W_shared_dyn[(((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) // 8 // 8 // 8 % 4, (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) // 8 // 8 % 8, (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) // 8 % 8, (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) % 8]
