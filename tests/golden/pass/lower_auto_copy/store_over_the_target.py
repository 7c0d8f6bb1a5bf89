# check: pass LowerAutoCopy
# The loops run over the target, whose rows the threads then write together; the source is padded against bank conflicts.

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
                    S = T.sblock_alloc_buffer((64, 64), scope="shared")
                    with T.sblock("store"):
                        T.reads(S[0:64, 0:64])
                        T.writes(C[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        for j, i in T.grid(64, 64):
                            C[i, j] = S[j, i]

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
                    S = T.sblock_alloc_buffer((64, 64), strides=(65, 1), scope="shared")
                    with T.sblock("store"):
                        T.reads(S[0:64, 0:64])
                        T.writes(C[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        for j_inverse_i_inverse_fused_0 in range(8):
                            for j_inverse_i_inverse_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                                for j_inverse_i_inverse_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                    for j_inverse_i_inverse_fused_3 in T.vectorized(4):
                                        C[(((j_inverse_i_inverse_fused_0 * 4 + j_inverse_i_inverse_fused_1) * 32 + j_inverse_i_inverse_fused_2) * 4 + j_inverse_i_inverse_fused_3) // 64 % 64, (((j_inverse_i_inverse_fused_0 * 4 + j_inverse_i_inverse_fused_1) * 32 + j_inverse_i_inverse_fused_2) * 4 + j_inverse_i_inverse_fused_3) % 64] = S[(((j_inverse_i_inverse_fused_0 * 4 + j_inverse_i_inverse_fused_1) * 32 + j_inverse_i_inverse_fused_2) * 4 + j_inverse_i_inverse_fused_3) % 64, (((j_inverse_i_inverse_fused_0 * 4 + j_inverse_i_inverse_fused_1) * 32 + j_inverse_i_inverse_fused_2) * 4 + j_inverse_i_inverse_fused_3) // 64 % 64]
