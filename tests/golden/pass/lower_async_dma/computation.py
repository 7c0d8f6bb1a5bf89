# check: pass LowerAsyncDMA
# expect: unchanged
# What is computed is not a copy.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32")):
        S = T.alloc_buffer((128,), scope="global.vtcm")
        for i in range(8):
            with T.attr({"async_commit_queue_scope": 0, "async_scope": 1}):
                for j in range(64):
                    S[j] = A[i * 64 + j] * T.float32(2.0)
            with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
                for j in range(64):
                    C[i * 64 + j] = S[j]
