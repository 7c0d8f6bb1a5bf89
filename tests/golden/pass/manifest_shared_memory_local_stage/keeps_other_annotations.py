# check: pass ManifestSharedMemoryLocalStage
# Only the request goes away.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 64), "float32"), C: T.Buffer((4, 64), "float32")):
        for o in range(4):
            with T.sblock("tile"):
                T.reads(A[o, 0:64])
                T.writes(C[o, 0:64])
                S = T.sblock_alloc_buffer((64,), scope="shared")
                for k in range(16):
                    for v in T.vectorized(4):
                        with T.sblock("load"):
                            T.reads(A[o, k * 4 + v])
                            T.writes(S[k * 4 + v])
                            T.sblock_attr({"double_buffer_scope": 0, "tirx.manifest_shared_memory_local_stage": True})
                            S[k * 4 + v] = A[o, k * 4 + v]
                for k in range(64):
                    with T.sblock("use"):
                        T.reads(S[63 - k])
                        T.writes(C[o, k])
                        C[o, k] = S[63 - k]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 64), "float32"), C: T.Buffer((4, 64), "float32")):
        for o in range(4):
            with T.sblock("tile"):
                T.reads(A[o, 0:64])
                T.writes(C[o, 0:64])
                S = T.sblock_alloc_buffer((64,), scope="shared")
                S_local = T.sblock_alloc_buffer((16, 4), scope="local")
                for k in range(16):
                    for v in T.vectorized(4):
                        with T.sblock(""):
                            T.reads(A[o, k * 4 + v])
                            T.writes(S_local[k, v])
                            S_local[k, v] = A[o, k * 4 + v]
                for k in range(16):
                    for v in T.vectorized(4):
                        with T.sblock("load"):
                            T.reads(A[o, k * 4 + v])
                            T.writes(S[k * 4 + v])
                            T.sblock_attr({"double_buffer_scope": 0})
                            S[k * 4 + v] = S_local[k, v]
                for k in range(64):
                    with T.sblock("use"):
                        T.reads(S[63 - k])
                        T.writes(C[o, k])
                        C[o, k] = S[63 - k]
