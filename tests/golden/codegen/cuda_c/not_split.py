# check: codegen cuda
# Host and device code in one function.
# error: the module has no function for a CUDA target
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32")):
        tx = T.launch_thread("threadIdx.x", 32)
        A[tx] = T.float32(0.0)
