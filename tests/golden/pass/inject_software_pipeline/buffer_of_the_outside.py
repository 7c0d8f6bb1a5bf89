# check: pass InjectSoftwarePipeline
# A buffer that is allocated outside of the loop keeps one version.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        with T.sblock("outer"):
            T.reads(A[0, 0:16])
            T.writes(C[0, 0:16])
            S = T.sblock_alloc_buffer((16,), scope="shared")
            for i in T.serial(16, annotations={"software_pipeline_order": [0, 1], "software_pipeline_stage": [0, 1]}):
                S[i] = A[0, i]
                C[0, i] = S[i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        with T.sblock("outer"):
            T.reads(A[0, 0:16])
            T.writes(C[0, 0:16])
            S = T.sblock_alloc_buffer((16,), scope="shared")
            with T.sblock(""):
                T.reads(A[0, 0:16], S[0:16])
                T.writes(S[0:16], C[0, 0:16])
                with T.sblock(""):
                    T.reads(A[0, 0])
                    T.writes(S[0])
                    S[0] = A[0, 0]
                with T.sblock(""):
                    T.reads(A[0, 1:16], S[0:15])
                    T.writes(S[1:16], C[0, 0:15])
                    for i in range(15):
                        with T.sblock(""):
                            T.where(i + 1 < 16)
                            T.reads(A[0, i + 1])
                            T.writes(S[i + 1])
                            S[i + 1] = A[0, i + 1]
                        with T.sblock(""):
                            T.where(i + 1 - 1 < 16)
                            T.reads(S[i - 1 + 1])
                            T.writes(C[0, i - 1 + 1])
                            C[0, i - 1 + 1] = S[i - 1 + 1]
                with T.sblock(""):
                    T.reads(S[15])
                    T.writes(C[0, 15])
                    C[0, 15] = S[15]
