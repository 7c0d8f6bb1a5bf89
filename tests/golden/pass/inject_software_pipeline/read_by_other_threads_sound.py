# check: pass InjectSoftwarePipeline
# mode: sound
# What a thread reads is written by its neighbor, for the next iteration: two versions.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 64), "float32"), C: T.Buffer((8, 63), "float32")):
        for tx in T.thread_binding(63, thread="threadIdx.x"):
            for i in T.serial(8, annotations={"software_pipeline_order": [0, 1], "software_pipeline_stage": [0, 1]}):
                with T.sblock(""):
                    T.reads(A[i, tx])
                    T.writes(C[i, tx])
                    S = T.sblock_alloc_buffer((64,), scope="shared")
                    with T.sblock(""):
                        T.reads(A[i, tx])
                        T.writes(S[tx])
                        S[tx] = A[i, tx]
                    with T.sblock(""):
                        T.reads(S[tx + 1])
                        T.writes(C[i, tx])
                        C[i, tx] = S[tx + 1]
