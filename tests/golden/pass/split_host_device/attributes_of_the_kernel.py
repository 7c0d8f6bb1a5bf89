# check: pass SplitHostDevice
# The kernel of a private function has its name; it gets these attributes, not the others.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True, persistent=True)
    def step(X: T.Buffer((32,), "int32")):
        T.func_attr({"num_inputs": 1, "other": 2, "target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.entry_cluster_sync": True})
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0)
        tx = T.launch_thread("threadIdx.x", 32)
        X[tx] = tx

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True, persistent=True)
    def step(X: T.Buffer((32,), "int32")):
        T.func_attr({"num_inputs": 1, "other": 2, "target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.entry_cluster_sync": True})
        Expected.step_kernel(X.data)

    @T.prim_func(private=True, s_tir=True, persistent=True)
    def step_kernel(X_ptr: T.handle("int32", "global")):
        T.func_attr({"num_inputs": 1, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.entry_cluster_sync": True, "tirx.is_global_func": True, "tirx.noalias": True})
        X = T.decl_buffer((32,), "int32", data=X_ptr)
        with T.launch_thread("threadIdx.x", 32) as tx:
            X[tx] = tx
