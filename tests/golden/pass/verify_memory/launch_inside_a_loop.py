# check: pass VerifyMemory
# Accesses inside of any launch are allowed, wherever the launch is.
# expect: unchanged
# report:
#   note: nothing to reject: no device memory is accessed outside of launches

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        for k in range(4):
            if k < n:
                tx = T.launch_thread("threadIdx.x", 32)
                X[tx] = X[tx] + T.float32(1.0)
