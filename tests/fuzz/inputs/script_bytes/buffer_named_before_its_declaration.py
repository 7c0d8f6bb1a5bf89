# check: codegen cuda
# With an extent that is not constant there are no bounds.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("int32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": [A], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "int32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", n)
        A[tx] = 0
