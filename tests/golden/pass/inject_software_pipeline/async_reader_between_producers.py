# check: pass InjectSoftwarePipeline
# The second load comes after the reader, so one group of it less is in flight.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        for i in T.serial(16, annotations={"software_pipeline_async_stages": [0], "software_pipeline_order": [0, 2, 1], "software_pipeline_stage": [0, 0, 2]}):
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

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            with T.sblock(""):
                T.reads(A[0:2, 0:16])
                T.writes(C[0, 0:16])
                S = T.sblock_alloc_buffer((3, 1), scope="shared")
                Q = T.sblock_alloc_buffer((3, 1), scope="shared")
                with T.sblock(""):
                    T.reads(A[0:2, 0:2])
                    T.writes(S[0:2, 0], Q[0:2, 0])
                    for i in T.unroll(2):
                        with T.sblock(""):
                            T.where(i < 16)
                            T.reads(A[0:2, i])
                            T.writes(S[i % 3, 0], Q[i % 3, 0])
                            T.attr({"async_commit_queue_scope": 0})
                            with T.attr({"async_scope": 1}):
                                S[i % 3, 0] = A[0, i]
                            with T.attr({"async_scope": 1}):
                                Q[i % 3, 0] = A[1, i]
                with T.sblock(""):
                    T.reads(A[0:2, 2:16], S[0:3, 0], Q[0:3, 0])
                    T.writes(S[0:3, 0], C[0, 0:14], Q[0:3, 0])
                    for i in range(14):
                        with T.sblock(""):
                            T.where(i + 2 < 16)
                            T.reads(A[0, i + 2])
                            T.writes(S[(i + 2) % 3, 0])
                            T.attr({"async_commit_queue_scope": 0, "async_scope": 1})
                            S[(i + 2) % 3, 0] = A[0, i + 2]
                        with T.sblock(""):
                            T.where(i + 2 - 2 < 16)
                            T.reads(S[0:3, 0], Q[0:3, 0])
                            T.writes(C[0, i - 2 + 2])
                            T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 3})
                            C[0, i - 2 + 2] = S[(i - 2 + 2) % 3, 0] + Q[(i - 2 + 2) % 3, 0]
                        with T.sblock(""):
                            T.where(i + 2 < 16)
                            T.reads(A[1, i + 2])
                            T.writes(Q[(i + 2) % 3, 0])
                            T.attr({"async_commit_queue_scope": 0, "async_scope": 1})
                            Q[(i + 2) % 3, 0] = A[1, i + 2]
                with T.sblock(""):
                    T.reads(S[0:3, 0], Q[0:3, 0])
                    T.writes(C[0, 14:16])
                    for i in T.unroll(2):
                        with T.sblock(""):
                            T.where(i + 16 - 2 < 16)
                            T.reads(S[0:3, 0], Q[0:3, 0])
                            T.writes(C[0, i - 2 + 16])
                            T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1 - i})
                            C[0, i - 2 + 16] = S[(i - 2 + 16) % 3, 0] + Q[(i - 2 + 16) % 3, 0]
