# check: pass InjectSoftwarePipeline
# Every component runs only in iterations of the loop.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n,))
        C = T.match_buffer(c, (n,))
        for i in T.serial(n, annotations={"software_pipeline_order": [0, 1], "software_pipeline_stage": [0, 1]}):
            with T.sblock(""):
                T.reads(A[i])
                T.writes(C[i])
                S = T.sblock_alloc_buffer((1,), scope="shared")
                with T.sblock(""):
                    T.reads(A[i])
                    T.writes(S[0])
                    S[0] = A[i] * T.float32(2.0)
                with T.sblock(""):
                    T.reads(S[0])
                    T.writes(C[i])
                    C[i] = S[0] + T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n,))
        C = T.match_buffer(c, (n,))
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock(""):
                T.reads(A[0:T.max(1, n)])
                T.writes(C[T.min(0, n - 1):T.min(0, n - 1) + T.max(n, 1)])
                S = T.sblock_alloc_buffer((2, 1), scope="shared")
                with T.sblock(""):
                    T.reads(A[0])
                    T.writes(S[T.FloorMod(0, 2), 0])
                    with T.sblock(""):
                        T.where(0 < n)
                        T.reads(A[0])
                        T.writes(S[T.FloorMod(0, 2), 0])
                        S[T.FloorMod(0, 2), 0] = A[0] * T.float32(2.0)
                with T.sblock(""):
                    T.reads(A[1:1 + (n - 1)], S[0:2, 0])
                    T.writes(S[0:2, 0], C[0:n - 1])
                    for i in range(n - 1):
                        with T.sblock(""):
                            T.where(i + 1 < n)
                            T.reads(A[i + 1])
                            T.writes(S[(i + 1) % 2, 0])
                            S[(i + 1) % 2, 0] = A[i + 1] * T.float32(2.0)
                        with T.sblock(""):
                            T.where(i + 1 - 1 < n)
                            T.reads(S[(i - 1 + 1) % 2, 0])
                            T.writes(C[i - 1 + 1])
                            C[i - 1 + 1] = S[(i - 1 + 1) % 2, 0] + T.float32(1.0)
                with T.sblock(""):
                    T.reads(S[(n - 1) % 2, 0])
                    T.writes(C[n - 1])
                    with T.sblock(""):
                        T.where(1 <= n and n - 1 < n)
                        T.reads(S[(n - 1) % 2, 0])
                        T.writes(C[n - 1])
                        C[n - 1] = S[(n - 1) % 2, 0] + T.float32(1.0)
