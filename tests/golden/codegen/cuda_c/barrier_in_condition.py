# check: codegen cuda
# A barrier is a statement.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "int32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        A[tx] = T.call_extern("int32", "f", T.tvm_storage_sync("shared"))  # error: a barrier inside an expression is not supported: not all threads may reach it
