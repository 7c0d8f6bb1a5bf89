# check: pass MakePackedAPI
# ill-formed before: the host passes a variable without a value, as merging once per function leaves it

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("main_kernel", X.data, 32, 256)
        buf_dyn_shmem = T.handle("uint8", "shared.dyn")
        T.call_packed("main_kernel_1", X.data, buf_dyn_shmem, 32)  # error: InternalError: 'main' uses 'buf_dyn_shmem', which is neither among its parameters nor defined in it
