# check: pass InjectVirtualThread
# expect: unchanged
# Real threads stay.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        tx = T.launch_thread("threadIdx.x", 8)
        B[tx] = A[tx]
