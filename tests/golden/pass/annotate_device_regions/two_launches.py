# check: pass AnnotateDeviceRegions
# Each launch is a region; the statements before the launches stay on the host.
# report:
#   note: this launch is device code: region 1 for cuda
#   note: this launch is device code: region 2 for cuda

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        m: T.let[T.int32] = n + 1
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = m
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = X[tx] + m

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        m: T.let[T.int32] = n + 1
        with T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0):
            tx = T.launch_thread("threadIdx.x", 32)
            X[tx] = m
        with T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0):
            tx = T.launch_thread("threadIdx.x", 32)
            X[tx] = X[tx] + m
