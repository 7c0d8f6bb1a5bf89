# check: pass SplitHostDevice
# mode: sound
# The strides are parameters.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(x: T.handle, Y: T.Buffer((8,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.match_buffer(x, (8, 8), strides=("s", "t"))
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", 8)
        Y[tx] = X[tx, 1]

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global"), Y_ptr: T.handle("float32", "global"), s: T.int32, t: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((8, 8), data=X_ptr, strides=(s, t))
        Y = T.decl_buffer((8,), data=Y_ptr)
        with T.launch_thread("threadIdx.x", 8) as tx:
            Y[tx] = X[tx, 1]

    @T.prim_func(s_tir=True)
    def main(x: T.handle, Y: T.Buffer((8,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        X = T.match_buffer(x, (8, 8), strides=("s", "t"))
        Expected.main_kernel(X.data, Y.data, X.strides[0], X.strides[1])
