# check: pass SplitHostDevice
# text only: no statement defines the variable, and the text has no name for it
# ill-formed before: the second region uses a variable without an allocation, as merging once per function leaves it
# The split makes the variable a parameter for which the host has no value.
# report:
#   note: this region becomes main_kernel with 1 parameter
#   note: main_kernel takes 'X_ptr': the region accesses buffer 'X' through this pointer, and the kernel declares the buffer again
#   note: this region becomes main_kernel_1 with 2 parameters
#   note: main_kernel_1 takes 'X_ptr': the region accesses buffer 'X' through this pointer, and the kernel declares the buffer again
#   note: main_kernel_1 takes 'other_ptr': the region accesses buffer 'other' through this pointer, and the kernel declares the buffer again. The host does not define it, so the call passes a variable without a value
#   error: use of variable 'other_ptr', which is out of scope here: it belongs to function 'main_kernel_1'
#   error: kernel 'main_kernel_1' takes shared memory 'other_ptr' as a parameter, and no host can pass it

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        with T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0):
            tx = T.launch_thread("threadIdx.x", 32)
            pool = T.alloc_buffer((32,), "int32", scope="shared.dyn")
            pool[tx] = X[tx]
        with T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0):
            tx = T.launch_thread("threadIdx.x", 32)
            other = T.Buffer((32,), "int32", scope="shared.dyn")
            X[tx] = other[tx]

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            pool = T.alloc_buffer((32,), "int32", scope="shared.dyn")
            pool[tx] = X[tx]

    @T.prim_func(private=True, s_tir=True)
    def main_kernel_1(X_ptr: T.handle("int32", "global"), other_ptr: T.handle("int32", "shared.dyn")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        other = T.decl_buffer((32,), "int32", data=other_ptr, scope="shared.dyn")
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = other[tx]

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Expected.main_kernel(X.data)
        other_ptr = T.handle("int32", "shared.dyn")
        Expected.main_kernel_1(X.data, other_ptr)
