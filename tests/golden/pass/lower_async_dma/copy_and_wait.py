# check: pass LowerAsyncDMA
# A group with one copy needs no brackets.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32")):
        S = T.alloc_buffer((128,), scope="global.vtcm")
        for i in range(8):
            with T.attr({"async_commit_queue_scope": 0, "async_scope": 1}):
                for j in range(64):
                    S[j] = A[i * 64 + j]
            with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
                for j in range(64):
                    C[i * 64 + j] = S[j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32")):
        S = T.alloc_buffer((128,), scope="global.vtcm")
        for i in range(8):
            with T.attr({"async_commit_queue_scope": 0, "async_scope": 1}):
                T.dma_copy(0, T.address_of(S[0]), T.address_of(A[i * 64]), 256, 0)
            T.dma_wait(0, 1)
            for j in range(64):
                C[i * 64 + j] = S[j]
