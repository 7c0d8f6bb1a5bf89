# check: pass LowerAutoCopy
# A tile has rows and columns.

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
                    T.writes()
                    S = T.sblock_alloc_buffer((64, 64), "float16", scope="shared.dyn")
                    W = T.sblock_alloc_buffer((64, 64), "float16", scope="wmma.matrix_a")
                    with T.sblock("frag"):  # error: block 'frag' cannot be copied automatically: its body must be two or more loops with constant extents around one store
                        T.reads(S[0:64, 0])
                        T.writes(W[0:64, 0])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        for i in range(64):
                            W[i, 0] = S[i, 0]
