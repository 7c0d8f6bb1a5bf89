# check: pass ManifestSharedMemoryLocalStage
# The local buffer is allocated beside the shared one.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 64), "float32"), C: T.Buffer((4, 64), "float32")):
        with T.sblock("outer"):
            T.reads(A[0:4, 0:64])
            T.writes()
            S = T.sblock_alloc_buffer((64,), scope="shared")
            for o in range(4):
                with T.sblock("tile"):
                    T.reads(A[o, 0:64])
                    T.writes(S[0:64])
                    for k in range(64):
                        with T.sblock("load"):  # error: buffer 'S' must be allocated in the block around 'load', which gets a local stage
                            T.reads(A[o, k])
                            T.writes(S[k])
                            T.sblock_attr({"tirx.manifest_shared_memory_local_stage": 1})
                            S[k] = A[o, k]
