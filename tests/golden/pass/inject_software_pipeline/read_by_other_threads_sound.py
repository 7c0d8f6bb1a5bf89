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

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 64), "float32"), C: T.Buffer((8, 63), "float32")):
        for tx in T.thread_binding(63, thread="threadIdx.x"):
            with T.sblock(""):
                T.reads(A[0:8, tx])
                T.writes(C[0:8, tx])
                S = T.sblock_alloc_buffer((2, 64), scope="shared")
                with T.sblock(""):
                    T.reads(A[0, tx])
                    T.writes(S[T.FloorMod(0, 2), tx])
                    S[T.FloorMod(0, 2), tx] = A[0, tx]
                with T.sblock(""):
                    T.reads(A[1:8, tx], S[0:2, tx + 1])
                    T.writes(S[0:2, tx], C[0:7, tx])
                    for i in range(7):
                        with T.sblock(""):
                            T.where(i + 1 < 8)
                            T.reads(A[i + 1, tx])
                            T.writes(S[(i + 1) % 2, tx])
                            S[(i + 1) % 2, tx] = A[i + 1, tx]
                        with T.sblock(""):
                            T.where(i + 1 - 1 < 8)
                            T.reads(S[(i - 1 + 1) % 2, tx + 1])
                            T.writes(C[i - 1 + 1, tx])
                            C[i - 1 + 1, tx] = S[(i - 1 + 1) % 2, tx + 1]
                with T.sblock(""):
                    T.reads(S[T.FloorMod(7, 2), tx + 1])
                    T.writes(C[7, tx])
                    C[7, tx] = S[T.FloorMod(7, 2), tx + 1]
