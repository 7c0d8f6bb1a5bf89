# check: pass LowerAutoCopy
# Every element has one iteration.

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
                    with T.sblock("store"):  # error: block 'store' cannot be copied automatically: its loops must run over every element of its target once
                        T.reads(S[0:64, 0:64])
                        T.writes(C[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        for i, j in T.grid(64, 64):
                            C[i, (i + j) % 64] = S[i, j]
