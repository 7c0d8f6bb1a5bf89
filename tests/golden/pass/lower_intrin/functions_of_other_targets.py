# check: pass LowerIntrin
# expect: unchanged
# The functions of OpenCL go by their own names.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16"), D: T.Buffer((16,), "float64")):
        T.func_attr({"target": T.target({"keys": ["opencl", "gpu"], "kind": "opencl", "max_num_threads": 256, "tag": "", "thread_warp_size": 1})})
        A[0] = T.exp(A[1])
