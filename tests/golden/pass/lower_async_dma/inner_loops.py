# check: pass LowerAsyncDMA
# The outer loop leaves gaps, so each of its iterations is a copy.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32")):
        S = T.alloc_buffer((128,), scope="global.vtcm")
        for i in range(8):
            with T.attr({"async_commit_queue_scope": 0, "async_scope": 1}):
                for j, k in T.grid(4, 16):
                    S[j * 16 + k] = A[i * 64 + j * 128 + k]
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
                for j in range(4):
                    T.dma_copy(0, T.address_of(S[j * 16]), T.address_of(A[j * 128 + i * 64]), 64, 0)
            T.dma_wait(0, 1)
            for j in range(64):
                C[i * 64 + j] = S[j]
