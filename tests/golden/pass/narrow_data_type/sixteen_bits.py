# check: pass NarrowDataType(16)
# The number of bits is an argument.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        bx = T.launch_thread("blockIdx.x", 2)
        tx = T.launch_thread("threadIdx.x", 32)
        A[bx * 32 + tx] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        bx = T.launch_thread("blockIdx.x", T.int16(2))
        tx = T.launch_thread("threadIdx.x", T.int16(32))
        A[bx * T.int16(32) + tx] = T.float32(0.0)
