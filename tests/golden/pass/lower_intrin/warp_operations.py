# check: pass LowerIntrin
# text only: a text does not carry the type of __activemask
# The size of the warp is not passed on: it is that of the machine.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16"), D: T.Buffer((16,), "float64")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 32)
        A[0] = T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), A[1], 4, 32, 32)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16"), D: T.Buffer((16,), "float64")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 32)
        A[0] = T.tirx.cuda.__shfl_down_sync(T.tirx.cuda.__activemask(), A[1], 4, 32)
