# check: pass InjectSoftwarePipeline
# The inner loop is taken apart first; its parts are components of the outer one.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        for i in T.serial(4, annotations={"software_pipeline_order": [0, 1, 2, 3], "software_pipeline_stage": [0, 0, 1, 1]}):
            with T.sblock(""):
                T.reads(A[i, 0:16])
                T.writes(C[i, 0:16])
                S = T.sblock_alloc_buffer((16,), scope="shared")
                for k in range(16):
                    S[k] = A[i, k]
                for k in T.serial(16, annotations={"software_pipeline_order": [0, 1], "software_pipeline_stage": [0, 1]}):
                    with T.sblock(""):
                        T.reads(S[k])
                        T.writes(C[i, k])
                        L = T.sblock_alloc_buffer((1,), scope="local")
                        L[0] = S[k]
                        C[i, k] = L[0] + T.float32(1.0)

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
                S = T.sblock_alloc_buffer((2, 16), scope="shared")
                L = T.sblock_alloc_buffer((2, 2, 1), scope="local")
                with T.sblock(""):
                    T.reads(A[0, 0:16], S[T.FloorMod(0, 2), 0])
                    T.writes(S[T.FloorMod(0, 2), 0:16], L[T.FloorMod(0, 2), T.FloorMod(0, 2), 0])
                    with T.sblock(""):
                        T.reads(A[0, 0:16])
                        T.writes(S[T.FloorMod(0, 2), 0:16])
                        for k in range(16):
                            S[T.FloorMod(0, 2), k] = A[0, k]
                    with T.sblock(""):
                        T.reads(S[T.FloorMod(0, 2), 0])
                        T.writes(L[T.FloorMod(0, 2), T.FloorMod(0, 2), 0])
                        L[T.FloorMod(0, 2), T.FloorMod(0, 2), 0] = S[T.FloorMod(0, 2), 0]
                with T.sblock(""):
                    T.reads(A[1:4, 0:16], S[0:2, 0:16], L[0:2, 0:2, 0])
                    T.writes(S[0:2, 0:16], L[0:2, 0:2, 0], C[0:3, 0:16])
                    for i in range(3):
                        with T.sblock(""):
                            T.where(i + 1 < 4)
                            T.reads(A[i + 1, 0:16])
                            T.writes(S[(i + 1) % 2, 0:16])
                            for k in range(16):
                                S[(i + 1) % 2, k] = A[i + 1, k]
                        with T.sblock(""):
                            T.where(i + 1 < 4)
                            T.reads(S[(i + 1) % 2, 0])
                            T.writes(L[(i + 1) % 2, T.FloorMod(0, 2), 0])
                            L[(i + 1) % 2, T.FloorMod(0, 2), 0] = S[(i + 1) % 2, 0]
                        with T.sblock(""):
                            T.where(i + 1 - 1 < 4)
                            T.reads(S[(i - 1 + 1) % 2, 1:16], L[(i - 1 + 1) % 2, 0:2, 0])
                            T.writes(L[(i - 1 + 1) % 2, 0:2, 0], C[i - 1 + 1, 0:15])
                            for k in range(15):
                                with T.sblock(""):
                                    T.where(k + 1 < 16)
                                    T.reads(S[(i - 1 + 1) % 2, k + 1])
                                    T.writes(L[(i - 1 + 1) % 2, (k + 1) % 2, 0])
                                    L[(i - 1 + 1) % 2, (k + 1) % 2, 0] = S[(i - 1 + 1) % 2, k + 1]
                                with T.sblock(""):
                                    T.where(k + 1 - 1 < 16)
                                    T.reads(L[(i - 1 + 1) % 2, (k - 1 + 1) % 2, 0])
                                    T.writes(C[i - 1 + 1, k - 1 + 1])
                                    C[i - 1 + 1, k - 1 + 1] = L[(i - 1 + 1) % 2, (k - 1 + 1) % 2, 0] + T.float32(1.0)
                        with T.sblock(""):
                            T.where(i + 1 - 1 < 4)
                            T.reads(L[(i - 1 + 1) % 2, T.FloorMod(15, 2), 0])
                            T.writes(C[i - 1 + 1, 15])
                            C[i - 1 + 1, 15] = L[(i - 1 + 1) % 2, T.FloorMod(15, 2), 0] + T.float32(1.0)
                with T.sblock(""):
                    T.reads(S[T.FloorMod(3, 2), 1:16], L[1, 0:2, 0])
                    T.writes(L[T.FloorMod(3, 2), 0:2, 0], C[3, 0:16])
                    with T.sblock(""):
                        T.reads(S[T.FloorMod(3, 2), 1:16], L[T.FloorMod(3, 2), 0:2, 0])
                        T.writes(L[T.FloorMod(3, 2), 0:2, 0], C[3, 0:15])
                        for k in range(15):
                            with T.sblock(""):
                                T.where(k + 1 < 16)
                                T.reads(S[T.FloorMod(3, 2), k + 1])
                                T.writes(L[T.FloorMod(3, 2), (k + 1) % 2, 0])
                                L[T.FloorMod(3, 2), (k + 1) % 2, 0] = S[T.FloorMod(3, 2), k + 1]
                            with T.sblock(""):
                                T.where(k + 1 - 1 < 16)
                                T.reads(L[T.FloorMod(3, 2), (k - 1 + 1) % 2, 0])
                                T.writes(C[3, k - 1 + 1])
                                C[3, k - 1 + 1] = L[T.FloorMod(3, 2), (k - 1 + 1) % 2, 0] + T.float32(1.0)
                    with T.sblock(""):
                        T.reads(L[T.FloorMod(3, 2), T.FloorMod(15, 2), 0])
                        T.writes(C[3, 15])
                        C[3, 15] = L[T.FloorMod(3, 2), T.FloorMod(15, 2), 0] + T.float32(1.0)
