# check: codegen cuda
# defect: defect-missing-warp-barrier
# As TVM, nothing is written for it.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        T.tvm_storage_sync("warp")
        A[tx] = T.float32(0.0)
        T.tvm_storage_sync("warp")
