# check: pass LowerAutoCopy
# Tensor cores load tiles of 16 x 16; rows of the source are padded by 8 elements.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float16"), C: T.Buffer((64, 64), "float16")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            T.sblock_attr({"warp_execution": True})
            for ty in T.thread_binding(4, thread="threadIdx.y"):
                with T.sblock("tile"):
                    T.reads()
                    T.writes()
                    S = T.sblock_alloc_buffer((64, 64), "float16", scope="shared.dyn")
                    W = T.sblock_alloc_buffer((64, 64), "float16", scope="wmma.matrix_a")
                    with T.sblock("frag"):
                        T.reads(S[0:64, 0:64])
                        T.writes(W[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        for i, j in T.grid(64, 64):
                            W[i, j] = S[i, j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float16"), C: T.Buffer((64, 64), "float16")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            T.sblock_attr({"warp_execution": True})
            for ty in T.thread_binding(4, thread="threadIdx.y"):
                with T.sblock("tile"):
                    T.reads()
                    T.writes()
                    S = T.sblock_alloc_buffer((64, 64), "float16", strides=(72, 1), scope="shared.dyn")
                    W = T.sblock_alloc_buffer((64, 64), "float16", scope="wmma.matrix_a")
                    with T.sblock("frag"):
                        T.reads(S[0:64, 0:64])
                        T.writes(W[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        for i_0, j_0 in T.grid(4, 4):
                            with T.sblock("wmma_load"):
                                T.reads(S[i_0 * 16:i_0 * 16 + 16, j_0 * 16:j_0 * 16 + 16])
                                T.writes(W[i_0 * 16:i_0 * 16 + 16, j_0 * 16:j_0 * 16 + 16])
                                src = T.match_buffer(S[i_0 * 16:i_0 * 16 + 16, j_0 * 16:j_0 * 16 + 16], (16, 16), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                tgt = T.match_buffer(W[i_0 * 16:i_0 * 16 + 16, j_0 * 16:j_0 * 16 + 16], (16, 16), "float16", scope="wmma.matrix_a", offset_factor=16)
                                T.tvm_load_matrix_sync(tgt.data, 16, 16, 16, tgt.elem_offset // 256 + tgt.elem_offset % 256 // 16, T.tvm_access_ptr(T.type_annotation("float16"), src.data, src.elem_offset, src.strides[0] * 16, 1), src.strides[0], "row_major")
