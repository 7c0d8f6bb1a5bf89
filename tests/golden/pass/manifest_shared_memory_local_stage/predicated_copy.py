# check: pass ManifestSharedMemoryLocalStage
# The load has the predicate of the store.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 64), "float32"), C: T.Buffer((4, 64), "float32")):
        for o in range(4):
            with T.sblock("tile"):
                T.reads(A[o, 0:64])
                T.writes(C[o, 0:64])
                S = T.sblock_alloc_buffer((64,), scope="shared")
                for k in range(64):
                    with T.sblock("load"):
                        T.where(k < 60)
                        T.reads(A[o, k])
                        T.writes(S[k])
                        T.sblock_attr({"tirx.manifest_shared_memory_local_stage": 1})
                        S[k] = A[o, k] * T.float32(2.0)
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
                S_local = T.sblock_alloc_buffer((64,), scope="local")
                for k in range(64):
                    with T.sblock(""):
                        T.where(k < 60)
                        T.reads(A[o, k])
                        T.writes(S_local[k])
                        S_local[k] = A[o, k] * T.float32(2.0)
                for k in range(64):
                    with T.sblock("load"):
                        T.where(k < 60)
                        T.reads(A[o, k])
                        T.writes(S[k])
                        S[k] = S_local[k]
                for k in range(64):
                    with T.sblock("use"):
                        T.reads(S[63 - k])
                        T.writes(C[o, k])
                        C[o, k] = S[63 - k]
