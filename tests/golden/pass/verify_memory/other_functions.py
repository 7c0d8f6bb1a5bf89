# check: pass VerifyMemory
# expect: unchanged
# report:
#   note: nothing to check: target llvm has no memory apart from the host's
#   note: nothing to check: the function has a calling convention of its own
#   note: nothing to check: the function has no target

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def host(A: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        A[0] = T.float32(0.0)

    @T.prim_func(s_tir=True)
    def kernel(A: T.Buffer((32,), "float32")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        A[0] = T.float32(0.0)

    @T.prim_func(s_tir=True)
    def unbound(A: T.Buffer((32,), "float32")):
        A[0] = T.float32(0.0)
