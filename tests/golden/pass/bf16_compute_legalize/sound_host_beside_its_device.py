# check: pass BF16ComputeLegalize
# mode: sound
# The device computes in bfloat16 and the host does not: what is outside of the launch is replaced, and the
# launch narrows what it takes from there.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "bfloat16")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        b: T.let[T.bfloat16] = T.bfloat16(0.5) + T.bfloat16(0.25)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = X[tx] * b

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "bfloat16")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        b: T.let[T.float32] = T.float32(0.75)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = X[tx] * T.Cast("bfloat16", b)
