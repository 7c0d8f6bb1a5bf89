# check: pass InjectSoftwarePipeline
# The element is used before the next one is loaded.
# report:
#   note: loop 'i' becomes a pipeline of 2 stages
#   note: 'S' keeps one version: it is written in stage 0 and read in stage 1, and no iteration writes it before an earlier one has read it

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        for i in T.serial(16, annotations={"software_pipeline_order": [1, 0], "software_pipeline_stage": [0, 1]}):
            with T.sblock(""):
                T.reads(A[0, i])
                T.writes(C[0, i])
                S = T.sblock_alloc_buffer((1,), scope="shared")
                with T.sblock(""):
                    T.reads(A[0, i])
                    T.writes(S[0])
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
                S = T.sblock_alloc_buffer((1,), scope="shared")
                with T.sblock(""):
                    T.reads(A[0, 0])
                    T.writes(S[0])
                    S[0] = A[0, 0] * T.float32(2.0)
                with T.sblock(""):
                    T.reads(S[0], A[0, 1:16])
                    T.writes(C[0, 0:15], S[0])
                    for i in range(15):
                        with T.sblock(""):
                            T.where(i + 1 - 1 < 16)
                            T.reads(S[0])
                            T.writes(C[0, i - 1 + 1])
                            C[0, i - 1 + 1] = S[0] + T.float32(1.0)
                        with T.sblock(""):
                            T.where(i + 1 < 16)
                            T.reads(A[0, i + 1])
                            T.writes(S[0])
                            S[0] = A[0, i + 1] * T.float32(2.0)
                with T.sblock(""):
                    T.reads(S[0])
                    T.writes(C[0, 15])
                    C[0, 15] = S[0] + T.float32(1.0)
