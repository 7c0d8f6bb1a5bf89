# check: codegen cuda
# mode: sound
# It is for all lanes, or for those that are there if some of them may not come.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        T.tvm_storage_sync("warp")
        if n > 2:
            T.tvm_storage_sync("warp")
        if tx < 5:
            T.tvm_storage_sync("warp")
            Before.meet(n)
        for i in range(n):
            T.tvm_storage_sync("warp")
        for j in range(tx % 4):
            T.tvm_storage_sync("warp")
        while A[tx] > T.float32(0.0):
            T.tvm_storage_sync("warp")
            A[tx] = T.float32(0.0)

    @T.prim_func(private=True, s_tir=True)
    def meet(x: T.int32):
        T.func_attr({"target": T.target({"arch": "sm_90", "kind": "cuda"})})
        T.tvm_storage_sync("warp")
