# check: pass LowerAutoCopy
# ill-formed before: a launch needs a thread
# The copy cannot be divided among no threads.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 64), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes()
            T.sblock_attr({"warp_execution": True})
            for ty in T.thread_binding(0, thread="threadIdx.y"):
                with T.sblock("tile"):
                    T.reads(A[0:64, 0:64])
                    T.writes()
                    S = T.sblock_alloc_buffer((64, 64), scope="shared")
                    with T.sblock("load"):  # error: block 'load' cannot be copied automatically: an axis has from 1 to 65536 threads, but threadIdx.y has 0
                        T.reads(A[0:64, 0:64])
                        T.writes(S[0:64, 0:64])
                        T.sblock_attr({"auto_copy": True, "vector_bytes": 16})
                        for i, j in T.grid(64, 64):
                            S[i % 64, j] = A[i % 64, j]
