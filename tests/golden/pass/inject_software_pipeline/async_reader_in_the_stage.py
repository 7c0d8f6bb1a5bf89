# check: pass InjectSoftwarePipeline
# As in TVM, a copy that another one of the same stage reads is committed after the wait for it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        for i in T.serial(16, annotations={"software_pipeline_async_stages": [0], "software_pipeline_order": [0, 1, 2], "software_pipeline_stage": [0, 0, 1]}):
            with T.sblock(""):
                T.reads(A[0, i])
                T.writes(C[0, i])
                S = T.sblock_alloc_buffer((1,), scope="shared")
                Q = T.sblock_alloc_buffer((1,), scope="shared")
                with T.sblock(""):
                    T.reads(A[0, i])
                    T.writes(S[0])
                    S[0] = A[0, i]
                with T.sblock(""):
                    T.reads(S[0])
                    T.writes(Q[0])
                    Q[0] = S[0] * T.float32(4.0)
                with T.sblock(""):
                    T.reads(Q[0])
                    T.writes(C[0, i])
                    C[0, i] = Q[0]

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
                S = T.sblock_alloc_buffer((1,), scope="shared")
                Q = T.sblock_alloc_buffer((2, 1), scope="shared")
                with T.sblock(""):
                    T.reads(A[0, 0], S[0])
                    T.writes(S[0], Q[T.FloorMod(0, 2), 0])
                    T.attr({"async_commit_queue_scope": 0})
                    with T.attr({"async_scope": 1}):
                        S[0] = A[0, 0]
                    with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 0, "async_scope": 1}):
                        Q[T.FloorMod(0, 2), 0] = S[0] * T.float32(4.0)
                with T.sblock(""):
                    T.reads(A[0, 1:16], S[0], Q[0:2, 0])
                    T.writes(S[0], Q[0:2, 0], C[0, 0:15])
                    for i in range(15):
                        with T.sblock(""):
                            T.where(i + 1 < 16)
                            T.reads(A[0, i + 1], S[0])
                            T.writes(S[0], Q[(i + 1) % 2, 0])
                            T.attr({"async_commit_queue_scope": 0})
                            with T.attr({"async_scope": 1}):
                                S[0] = A[0, i + 1]
                            with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 0, "async_scope": 1}):
                                Q[(i + 1) % 2, 0] = S[0] * T.float32(4.0)
                        with T.sblock(""):
                            T.where(i + 1 - 1 < 16)
                            T.reads(Q[(i - 1 + 1) % 2, 0])
                            T.writes(C[0, i - 1 + 1])
                            C[0, i - 1 + 1] = Q[(i - 1 + 1) % 2, 0]
                with T.sblock(""):
                    T.reads(Q[T.FloorMod(15, 2), 0])
                    T.writes(C[0, 15])
                    T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 0})
                    C[0, 15] = Q[T.FloorMod(15, 2), 0]
