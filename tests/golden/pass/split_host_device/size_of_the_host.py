# check: pass SplitHostDevice
# defect: defect-size-of-the-host
# text only: the text does not say that the size depends on the variable of the host
# report:
#   note: this region becomes main_kernel with 2 parameters
#   note: main_kernel takes 'X_ptr': the region accesses buffer 'X' through this pointer, and the kernel declares the buffer again
#   note: main_kernel takes 'n': the region uses it, and it is defined outside
#   error: buffer 'own' has a size that depends on 'n', which is out of scope here: it belongs to function 'main'
# The extents of an allocation keep the variable of the host; its accesses do not.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(x: T.handle):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        n = T.int32()
        X = T.match_buffer(x, (n,))
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", 32)
        own = T.alloc_local((n * 2,))
        own[0] = X[tx]
        X[tx] = own[0] + T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((n,), data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            n_1 = T.int32()
            own = T.alloc_local((n_1 * 2,))
            own_1 = T.Buffer((n * 2,), data=own.data, scope="local")
            own_1[0] = X[tx]
            X[tx] = own_1[0] + T.float32(1.0)

    @T.prim_func(s_tir=True)
    def main(x: T.handle):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        n = T.int32()
        X = T.match_buffer(x, (n,))
        Expected.main_kernel(X.data, n)
