# check: pass InjectSoftwarePipeline
# defect: defect-pipeline-versions
# What a thread reads is written by its neighbor, but only the elements of one thread are compared.

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

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 64), "float32"), C: T.Buffer((8, 63), "float32")):
        for tx in T.thread_binding(63, thread="threadIdx.x"):
            with T.sblock(""):
                T.reads(A[0:8, tx])
                T.writes(C[0:8, tx])
                S = T.sblock_alloc_buffer((64,), scope="shared")
                with T.sblock(""):
                    T.reads(A[0, tx])
                    T.writes(S[tx])
                    S[tx] = A[0, tx]
                with T.sblock(""):
                    T.reads(A[1:8, tx], S[tx + 1])
                    T.writes(S[tx], C[0:7, tx])
                    for i in range(7):
                        with T.sblock(""):
                            T.where(i + 1 < 8)
                            T.reads(A[i + 1, tx])
                            T.writes(S[tx])
                            S[tx] = A[i + 1, tx]
                        with T.sblock(""):
                            T.where(i + 1 - 1 < 8)
                            T.reads(S[tx + 1])
                            T.writes(C[i - 1 + 1, tx])
                            C[i - 1 + 1, tx] = S[tx + 1]
                with T.sblock(""):
                    T.reads(S[tx + 1])
                    T.writes(C[7, tx])
                    C[7, tx] = S[tx + 1]
