# check: pass InjectSoftwarePipeline
# A component can wait for one asynchronous stage.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        for i in T.serial(16, annotations={"software_pipeline_async_stages": [0, 1], "software_pipeline_order": [0, 1, 2], "software_pipeline_stage": [0, 1, 2]}):  # error: a component reads what several asynchronous stages write, but it can wait for one only
            with T.sblock(""):
                T.reads(A[0:2, i])
                T.writes(C[0, i])
                S = T.sblock_alloc_buffer((1,), scope="shared")
                Q = T.sblock_alloc_buffer((1,), scope="shared")
                with T.sblock(""):
                    T.reads(A[0, i])
                    T.writes(S[0])
                    S[0] = A[0, i]
                with T.sblock(""):
                    T.reads(A[1, i])
                    T.writes(Q[0])
                    Q[0] = A[1, i]
                with T.sblock(""):
                    T.reads(S[0], Q[0])
                    T.writes(C[0, i])
                    C[0, i] = S[0] + Q[0]
