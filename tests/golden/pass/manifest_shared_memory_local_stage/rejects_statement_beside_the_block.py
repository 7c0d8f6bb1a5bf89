# check: pass ManifestSharedMemoryLocalStage
# The loops are copied for the load alone.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 64), "float32"), C: T.Buffer((4, 64), "float32")):
        for o in range(4):
            with T.sblock("tile"):
                T.reads(A[o, 0:64])
                T.writes(C[o, 0:64])
                S = T.sblock_alloc_buffer((64,), scope="shared")
                for k in range(64):  # error: loop 'k' around block 'load', which gets a local stage, must contain nothing else
                    C[o, k] = T.float32(0.0)
                    with T.sblock("load"):
                        T.reads(A[o, k])
                        T.writes(S[k])
                        T.sblock_attr({"tirx.manifest_shared_memory_local_stage": 1})
                        S[k] = A[o, k]
