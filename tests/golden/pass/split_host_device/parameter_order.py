# check: pass SplitHostDevice
# Handles come before scalars, each by name.
# report:
#   note: this region becomes main_kernel with 5 parameters
#   note: main_kernel takes 'A_ptr': the region accesses buffer 'A' through this pointer, and the kernel declares the buffer again
#   note: main_kernel takes 'Z_ptr': the region accesses buffer 'Z' through this pointer, and the kernel declares the buffer again
#   note: main_kernel takes 'p': the region uses it, and it is defined outside
#   note: main_kernel takes 'a': the region uses it, and it is defined outside
#   note: main_kernel takes 'z': the region uses it, and it is defined outside

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(Z: T.Buffer((32,), "float32"), A: T.Buffer((32,), "float32"), z: T.int32, a: T.int32, p: T.handle):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", 32)
        if tx + a < z:
            Z[tx] = A[tx]
        T.call_extern("int32", "use", p)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(A_ptr: T.handle("float32", "global"), Z_ptr: T.handle("float32", "global"), p: T.handle, a: T.int32, z: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        A = T.decl_buffer((32,), data=A_ptr)
        Z = T.decl_buffer((32,), data=Z_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            if tx + a < z:
                Z[tx] = A[tx]
            T.call_extern("int32", "use", p)

    @T.prim_func(s_tir=True)
    def main(Z: T.Buffer((32,), "float32"), A: T.Buffer((32,), "float32"), z: T.int32, a: T.int32, p: T.handle):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Expected.main_kernel(A.data, Z.data, p, a, z)
