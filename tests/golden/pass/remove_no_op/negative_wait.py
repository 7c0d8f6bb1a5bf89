# check: pass RemoveNoOp
# Less than no copy in flight: there is nothing to wait for.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": -1}):
            A[0] = T.float32(1.0)
        with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
            A[1] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1.0)
        with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
            A[1] = T.float32(1.0)
