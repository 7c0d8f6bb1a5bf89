# check: pass LowerAsyncDMA
# Several copies of a group are started together.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32")):
        S = T.alloc_buffer((128,), scope="global.vtcm")
        for i in range(8):
            with T.attr({"async_commit_queue_scope": 3}):
                for j in range(64):
                    S[j] = A[i * 64 + j]
                for j in range(64):
                    S[j + 64] = B[i * 64 + j]
            with T.attr({"async_wait_queue_scope": 3, "async_wait_inflight_count": 0}):
                for j in range(128):
                    C[i * 128 + j] = S[j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32")):
        S = T.alloc_buffer((128,), scope="global.vtcm")
        for i in range(8):
            T.dma_start_group(3)
            with T.attr({"async_commit_queue_scope": 3}):
                T.dma_copy(3, T.address_of(S[0]), T.address_of(A[i * 64]), 256, 0)
                T.dma_copy(3, T.address_of(S[64]), T.address_of(B[i * 64]), 256, 0)
            T.dma_end_group(3)
            T.dma_wait(3, 0)
            for j in range(128):
                C[i * 128 + j] = S[j]
