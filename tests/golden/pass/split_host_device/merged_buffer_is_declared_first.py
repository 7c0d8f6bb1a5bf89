# check: pass SplitHostDevice
# Buffers over the merged allocation have no declaration, so they count as captured and are declared at
# the top: before the allocation. The variable itself is allocated in the region and no parameter.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", 32)
        buf_dyn_shmem = T.alloc_buffer((128,), "uint8", scope="shared.dyn")
        A = T.Buffer((32,), "int32", data=buf_dyn_shmem.data, scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[31 - tx]

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def main_kernel(X_ptr: T.handle("int32", "global")):
        T.func_attr({"target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        buf_dyn_shmem_ptr = T.handle("uint8", "shared.dyn")
        A = T.decl_buffer((32,), "int32", data=buf_dyn_shmem_ptr, scope="shared.dyn")
        with T.launch_thread("threadIdx.x", 32) as tx:
            buf_dyn_shmem = T.alloc_buffer((128,), "uint8", data=buf_dyn_shmem_ptr, scope="shared.dyn")
            A[tx] = X[tx]
            X[tx] = A[31 - tx]

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Expected.main_kernel(X.data)
