# check: pass LowerIntrin
# OpenCL has one name for all types.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16")):
        T.func_attr({"target": T.target({"keys": ["opencl", "gpu"], "kind": "opencl", "max_num_threads": 256, "tag": "", "thread_warp_size": 1})})
        A[0] = T.exp(A[1])
        A[2] = T.sqrt(T.fabs(A[3]))
        B[0] = T.log(B[1])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16")):
        T.func_attr({"target": T.target({"keys": ["opencl", "gpu"], "kind": "opencl", "max_num_threads": 256, "tag": "", "thread_warp_size": 1})})
        A[0] = T.call_pure_extern("float32", "exp", A[1])
        A[2] = T.call_pure_extern("float32", "sqrt", T.call_pure_extern("float32", "fabs", A[3]))
        B[0] = T.call_pure_extern("float16", "log", B[1])
