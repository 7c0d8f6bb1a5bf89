# check: pass InjectSoftwarePipeline
# Where the number of groups depends on a symbolic extent, the reader waits for all of them.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n,))
        C = T.match_buffer(c, (n,))
        for i in T.serial(n, annotations={"software_pipeline_async_stages": [0], "software_pipeline_order": [0, 1, 2], "software_pipeline_stage": [0, 1, 2]}):
            with T.sblock(""):
                T.reads(A[i])
                T.writes(C[i])
                S = T.sblock_alloc_buffer((1,), scope="shared")
                Q = T.sblock_alloc_buffer((1,), scope="shared")
                with T.sblock(""):
                    T.reads(A[i])
                    T.writes(S[0])
                    S[0] = A[i] * T.float32(2.0)
                with T.sblock(""):
                    T.reads(S[0])
                    T.writes(Q[0])
                    Q[0] = S[0]
                with T.sblock(""):
                    T.reads(Q[0])
                    T.writes(C[i])
                    C[i] = Q[0]

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
                T.reads(A[0:T.max(2, n)])
                T.writes(C[T.min(0, n - 2):T.min(0, n - 2) + T.max(n, 2)])
                S = T.sblock_alloc_buffer((2, 1), scope="shared")
                Q = T.sblock_alloc_buffer((2, 1), scope="shared")
                with T.sblock(""):
                    T.reads(A[0:2], S[0:2, 0])
                    T.writes(S[0:2, 0], Q[0:2, 0])
                    for i in T.unroll(2):
                        with T.sblock(""):
                            T.where(i < n)
                            T.reads(A[i])
                            T.writes(S[i % 2, 0])
                            T.attr({"async_commit_queue_scope": 0, "async_scope": 1})
                            S[i % 2, 0] = A[i] * T.float32(2.0)
                        with T.sblock(""):
                            T.where(i == 1 and i - 1 < n)
                            T.reads(S[0:2, 0])
                            T.writes(Q[0:2, 0])
                            T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": T.if_then_else(i < n, 1, 0)})
                            Q[(i - 1) % 2, 0] = S[(i - 1) % 2, 0]
                with T.sblock(""):
                    T.reads(A[2:2 + (n - 2)], S[0:2, 0], Q[0:2, 0])
                    T.writes(S[0:2, 0], Q[0:2, 0], C[0:n - 2])
                    for i in range(n - 2):
                        with T.sblock(""):
                            T.where(i + 2 < n)
                            T.reads(A[i + 2])
                            T.writes(S[(i + 2) % 2, 0])
                            T.attr({"async_commit_queue_scope": 0, "async_scope": 1})
                            S[(i + 2) % 2, 0] = A[i + 2] * T.float32(2.0)
                        with T.sblock(""):
                            T.where(i + 2 - 1 < n)
                            T.reads(S[0:2, 0])
                            T.writes(Q[0:2, 0])
                            T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1})
                            Q[(i - 1 + 2) % 2, 0] = S[(i - 1 + 2) % 2, 0]
                        with T.sblock(""):
                            T.where(i + 2 - 2 < n)
                            T.reads(Q[0:2, 0])
                            T.writes(C[i - 2 + 2])
                            C[i - 2 + 2] = Q[(i - 2 + 2) % 2, 0]
                with T.sblock(""):
                    T.reads(S[0:2, 0], Q[0:2, 0])
                    T.writes(Q[0:2, 0], C[n - 2:n - 2 + 2])
                    for i in T.unroll(n + 2 - n):
                        with T.sblock(""):
                            T.where(1 <= i + n and i + n == n and 2 <= i + n)
                            T.reads(S[0:2, 0])
                            T.writes(Q[0:2, 0])
                            T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 0})
                            Q[(i - 1 + n) % 2, 0] = S[(i - 1 + n) % 2, 0]
                        with T.sblock(""):
                            T.where(2 <= i + n and i + n < n + 2 and 2 <= i + n)
                            T.reads(Q[0:2, 0])
                            T.writes(C[i - 2 + n])
                            C[i - 2 + n] = Q[(i - 2 + n) % 2, 0]
