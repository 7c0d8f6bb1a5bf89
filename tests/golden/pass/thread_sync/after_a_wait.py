# check: pass ThreadSync("shared")
# text only: the text does not say the type of the call
# not idempotent: every run adds a barrier after a wait
# Copies of other threads have arrived when these have waited, too.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 0}):
            B[tx] = S[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        S = T.alloc_shared((32,))
        with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 0}):
            T.tvm_storage_sync("shared")
            B[tx] = S[31 - tx]
