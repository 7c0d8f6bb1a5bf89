# check: pass BindTarget
# defect: defect-private-launch
# Only the host calls `inner`, so it gets the target of the host, although it launches.
# report:
#   note: inner is private and called only on the host by main: target llvm
#   note: main is exported: target cuda with host llvm
#   error: 'inner' launches threads, but is compiled for llvm alone: without a host in its target, it gets no device region

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def inner(X: T.Buffer((32,), "int32")):
        tx = T.launch_thread("threadIdx.x", 32)
        X[tx] = tx

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        Before.inner(X.data)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def inner(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        tx = T.launch_thread("threadIdx.x", 32)
        X[tx] = tx

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        Expected.inner(X.data)
