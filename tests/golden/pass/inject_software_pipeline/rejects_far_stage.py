# check: pass InjectSoftwarePipeline
# Buffers have a version per stage.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        for i in T.serial(16, annotations={"software_pipeline_order": [0, 1], "software_pipeline_stage": [0, 4611686018427387904]}):  # error: the software pipeline of loop 'i' is wrong: stage 4611686018427387904 is more than 65536 iterations away
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
