# check: pass SplitHostDevice
# mode: sound
# ill-formed before: no statement defines the variable that the region uses

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.attr(T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "target", 0) # error: the region uses 'other_ptr', which the host does not define
        tx = T.launch_thread("threadIdx.x", 32)
        other = T.Buffer((32,), "int32", scope="shared.dyn")
        X[tx] = other[tx]
