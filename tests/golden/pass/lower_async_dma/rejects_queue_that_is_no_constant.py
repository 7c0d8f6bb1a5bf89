# check: pass LowerAsyncDMA
# Queues are numbered by constants.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32"), C: T.Buffer((1024,), "float32")):
        S = T.alloc_buffer((128,), scope="global.vtcm")
        for i in range(8):
            with T.attr({"async_commit_queue_scope": i, "async_scope": 1}):  # error: the queue of an asynchronous group must be a constant, but it is i
                for j in range(64):
                    S[j] = A[i * 64 + j]
            with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
                for j in range(64):
                    C[i * 64 + j] = S[j]
