# check: pass LowerAutoCopy
# A dimension of the target with one element has no loop.

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
                    T.writes(C[0:64, 7])
                    S = T.sblock_alloc_buffer((64, 64), scope="shared")
                    with T.sblock("store"):
                        T.reads(S[0:64, 5])
                        T.writes(C[0:64, 7])
                        T.sblock_attr({"auto_copy": True})
                        for i in range(64):
                            C[i, 7] = S[i, 5]

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
                    T.writes(C[0:64, 7])
                    S = T.sblock_alloc_buffer((64, 64), strides=(64, 1), scope="shared")
                    with T.sblock("store"):
                        T.reads(S[0:64, 5])
                        T.writes(C[0:64, 7])
                        T.sblock_attr({"auto_copy": True})
                        for i_inverse_fused_0 in range(1):
                            for i_inverse_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                                for i_inverse_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                    for i_inverse_fused_3 in T.vectorized(1):
                                        if (i_inverse_fused_0 * 4 + i_inverse_fused_1) * 32 + i_inverse_fused_2 + i_inverse_fused_3 < 64:
                                            C[((i_inverse_fused_0 * 4 + i_inverse_fused_1) * 32 + i_inverse_fused_2 + i_inverse_fused_3) % 64, 7] = S[((i_inverse_fused_0 * 4 + i_inverse_fused_1) * 32 + i_inverse_fused_2 + i_inverse_fused_3) % 64, 5]
