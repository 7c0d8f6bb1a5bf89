# check: pass LowerAutoCopy
# Tiles go through shared memory, from which all threads copy.

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
                    W = T.sblock_alloc_buffer((64, 64), scope="wmma.accumulator")
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
                    W = T.sblock_alloc_buffer((64, 64), scope="wmma.accumulator")
                    with T.sblock("out"):
                        T.reads(W[0:64, 0:64])
                        T.writes(C[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        W_shared_dyn = T.sblock_alloc_buffer((4, 4, 16, 16), strides=(1024, 256, 16, 1), scope="shared.dyn")
                        for i_0 in range(4):
                            for j_0 in range(4):
                                with T.sblock("wmma_store"):
                                    T.reads(W[i_0 * 16:i_0 * 16 + 16, j_0 * 16:j_0 * 16 + 16])
                                    T.writes(W_shared_dyn[ty, j_0, 0:16, 0:16])
                                    src = T.match_buffer(W[i_0 * 16:i_0 * 16 + 16, j_0 * 16:j_0 * 16 + 16], (16, 16), scope="wmma.accumulator", offset_factor=16)
                                    tgt = T.match_buffer(W_shared_dyn[ty, j_0, 0:16, 0:16], (16, 16), strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                    T.tvm_store_matrix_sync(src.data, 16, 16, 16, src.elem_offset // 256 + src.elem_offset % 256 // 16, T.tvm_access_ptr(T.type_annotation("float32"), tgt.data, tgt.elem_offset, tgt.strides[0] * 16, 2), tgt.strides[0], "row_major")
                            for ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 in range(8):
                                for ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                                    for ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                        for ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3 in T.vectorized(4):
                                            C[i_0 * 16 + (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) // 16 % 16, (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) // 16 // 16 % 4 * 16 + (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) % 16] = W_shared_dyn[(((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) // 16 // 16 // 4 % 4, (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) // 16 // 16 % 4, (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) // 16 % 16, (((ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_0 * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_1) * 32 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_2) * 4 + ty_cache_j_0_cache_i_1_cache_j_1_cache_fused_3) % 16]
