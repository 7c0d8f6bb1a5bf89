# check: pass InjectPTXAsyncCopy
# Both sides must have the same number of lanes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        S = T.alloc_shared((16,), "float32x4")
        with T.attr({"async_scope": 1}):
            S[tx] = A[tx * 4:tx * 4 + 4]  # error: an asynchronous copy needs one index on both sides, of the same number of lanes
