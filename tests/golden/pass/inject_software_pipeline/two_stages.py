# check: pass InjectSoftwarePipeline
# The next element is loaded while the current one is in use, so each has a version of the buffer.
# report:
#   note: loop 'i' becomes a pipeline of 2 stages
#   note: 'S' gets 2 versions: it is written in stage 0 and last read in stage 1, so as many iterations use it at the same time

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
                S = T.sblock_alloc_buffer((2, 1), scope="shared")
                with T.sblock(""):
                    T.reads(A[0, 0])
                    T.writes(S[T.FloorMod(0, 2), 0])
                    S[T.FloorMod(0, 2), 0] = A[0, 0] * T.float32(2.0)
                with T.sblock(""):
                    T.reads(A[0, 1:16], S[0:2, 0])
                    T.writes(S[0:2, 0], C[0, 0:15])
                    for i in range(15):
                        with T.sblock(""):
                            T.where(i + 1 < 16)
                            T.reads(A[0, i + 1])
                            T.writes(S[(i + 1) % 2, 0])
                            S[(i + 1) % 2, 0] = A[0, i + 1] * T.float32(2.0)
                        with T.sblock(""):
                            T.where(i + 1 - 1 < 16)
                            T.reads(S[(i - 1 + 1) % 2, 0])
                            T.writes(C[0, i - 1 + 1])
                            C[0, i - 1 + 1] = S[(i - 1 + 1) % 2, 0] + T.float32(1.0)
                with T.sblock(""):
                    T.reads(S[T.FloorMod(15, 2), 0])
                    T.writes(C[0, 15])
                    C[0, 15] = S[T.FloorMod(15, 2), 0] + T.float32(1.0)
