# check: pass ManifestSharedMemoryLocalStage
# What is staged must be one store.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 64), "float32"), C: T.Buffer((4, 64), "float32")):
        for o in range(4):
            with T.sblock("tile"):
                T.reads(A[o, 0:64])
                T.writes(C[o, 0:64])
                S = T.sblock_alloc_buffer((64,), scope="shared")
                for k in range(32):
                    with T.sblock("load"):  # error: block 'load' must be one store to shared memory to get a local stage
                        T.reads(A[o, k * 2:k * 2 + 2])
                        T.writes(S[k * 2:k * 2 + 2])
                        T.sblock_attr({"tirx.manifest_shared_memory_local_stage": 1})
                        S[k * 2] = A[o, k * 2]
                        S[k * 2 + 1] = A[o, k * 2 + 1]
