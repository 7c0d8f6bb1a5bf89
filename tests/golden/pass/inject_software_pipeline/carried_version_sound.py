# check: pass InjectSoftwarePipeline
# mode: sound
# A version would not hold what the iteration before has left: the iterations stay apart.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        for i in T.serial(16, annotations={"software_pipeline_order": [0, 1], "software_pipeline_stage": [0, 1]}):
            with T.sblock(""):
                T.reads(A[0, i])
                T.writes(C[0, i])
                S = T.sblock_alloc_buffer((1,), scope="shared")
                with T.sblock(""):
                    T.reads(S[0], A[0, i])
                    T.writes(S[0])
                    S[0] = S[0] + A[0, i]
                with T.sblock(""):
                    T.reads(S[0])
                    T.writes(C[0, i])
                    C[0, i] = S[0] + T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        # with T.sblock("root"):
        for i in range(16):
            with T.sblock(""):
                T.reads(A[0, i])
                T.writes(C[0, i])
                S = T.sblock_alloc_buffer((1,), scope="shared")
                with T.sblock(""):
                    T.reads(S[0], A[0, i])
                    T.writes(S[0])
                    S[0] = S[0] + A[0, i]
                with T.sblock(""):
                    T.reads(S[0])
                    T.writes(C[0, i])
                    C[0, i] = S[0] + T.float32(1.0)
