# check: pass InjectSoftwarePipeline
# One version suffices, but the block requests two.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        for i in T.serial(16, annotations={"software_pipeline_order": [0, 1], "software_pipeline_stage": [0, 0]}):
            with T.sblock(""):
                T.reads(A[0, i])
                T.writes(C[0, i])
                S = T.sblock_alloc_buffer((1,), scope="shared")
                with T.sblock(""):
                    T.reads(A[0, i])
                    T.writes(S[0])
                    T.sblock_attr({"double_buffer_scope": 0})
                    S[0] = A[0, i] * T.float32(2.0)
                with T.sblock(""):
                    T.reads(S[0])
                    T.writes(C[0, i])
                    C[0, i] = S[0] + T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock(""):
                T.reads(A[0, 0:16])
                T.writes(C[0, 0:16])
                S = T.sblock_alloc_buffer((2, 1), scope="shared")
                with T.sblock(""):
                    T.reads()
                    T.writes()
                    T.evaluate(0)
                with T.sblock(""):
                    T.reads(A[0, 0:16], S[0:2, 0])
                    T.writes(S[0:2, 0], C[0, 0:16])
                    for i in range(16):
                        with T.sblock(""):
                            T.where(i < 16)
                            T.reads(A[0, i])
                            T.writes(S[0:2, 0])
                            T.sblock_attr({"double_buffer_scope": 0})
                            S[i % 2, 0] = A[0, i] * T.float32(2.0)
                        with T.sblock(""):
                            T.where(i < 16)
                            T.reads(S[0:2, 0])
                            T.writes(C[0, i])
                            C[0, i] = S[i % 2, 0] + T.float32(1.0)
                with T.sblock(""):
                    T.reads()
                    T.writes()
                    T.evaluate(0)
