# check: pass LowerIntrin
# defect: defect-missing-warp-barrier
# expect: unchanged
# TVM's generator of CUDA C writes nothing for it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        tx = T.launch_thread("threadIdx.x", 32)
        T.tvm_storage_sync("warp")
        A[tx] = T.float32(1.0)
