# check: codegen cuda
# Starts, steps, and pragmas about unrolling.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        for i in range(4):
            A[i] = T.float32(0.0)
        for i in range(2, 6):
            A[i] = T.float32(1.0)
        for i in range(n, n + 8):
            A[i] = T.float32(2.0)
        for i in T.serial(0, 16, step=4):
            A[i] = T.float32(3.0)
        for i in T.unroll(4):
            A[i] = T.float32(4.0)
        for i in T.serial(4, annotations={"disable_unroll": True}):
            A[i] = T.float32(5.0)
