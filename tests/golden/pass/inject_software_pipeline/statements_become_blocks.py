# check: pass InjectSoftwarePipeline
# Components that are not blocks get the regions that they access.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        for i in T.serial(16, annotations={"software_pipeline_order": [0, 1], "software_pipeline_stage": [0, 1]}):
            with T.sblock(""):
                T.reads(A[0, i])
                T.writes(C[0:4, i])
                S = T.sblock_alloc_buffer((4,), scope="local")
                for k in range(4):
                    S[k] = A[k, i]
                for k in range(4):
                    C[k, i] = S[k]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock(""):
                T.reads(A[0:4, 0:16])
                T.writes(C[0:4, 0:16])
                S = T.sblock_alloc_buffer((2, 4), scope="local")
                with T.sblock(""):
                    T.reads(A[0:4, 0])
                    T.writes(S[T.FloorMod(0, 2), 0:4])
                    for k in range(4):
                        S[T.FloorMod(0, 2), k] = A[k, 0]
                with T.sblock(""):
                    T.reads(A[0:4, 1:16], S[0:2, 0:4])
                    T.writes(S[0:2, 0:4], C[0:4, 0:15])
                    for i in range(15):
                        with T.sblock(""):
                            T.where(i + 1 < 16)
                            T.reads(A[0:4, i + 1])
                            T.writes(S[(i + 1) % 2, 0:4])
                            for k in range(4):
                                S[(i + 1) % 2, k] = A[k, i + 1]
                        with T.sblock(""):
                            T.where(i + 1 - 1 < 16)
                            T.reads(S[(i - 1 + 1) % 2, 0:4])
                            T.writes(C[0:4, i - 1 + 1])
                            for k in range(4):
                                C[k, i - 1 + 1] = S[(i - 1 + 1) % 2, k]
                with T.sblock(""):
                    T.reads(S[T.FloorMod(15, 2), 0:4])
                    T.writes(C[0:4, 15])
                    for k in range(4):
                        C[k, 15] = S[T.FloorMod(15, 2), k]
