# check: pass NarrowDataType(32)
# The axes of a launch are indices too.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32"), B: T.Buffer((T.int64(128),), "float32")):
        bx = T.launch_thread("blockIdx.x", T.int64(4))
        tx = T.launch_thread("threadIdx.x", T.int64(32))
        B[bx * T.int64(32) + tx] = A[bx * T.int64(32) + tx]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((T.int64(128),), "float32"), B: T.Buffer((T.int64(128),), "float32")):
        bx = T.launch_thread("blockIdx.x", 4)
        tx = T.launch_thread("threadIdx.x", 32)
        B[bx * 32 + tx] = A[bx * 32 + tx]
