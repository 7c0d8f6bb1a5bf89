# check: codegen cuda
# A loop of unknown length with break and continue.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "int32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        while A[tx] < 100:
            A[tx] = A[tx] + 1
            if A[tx] == 50:
                T.evaluate(T.break_loop())
            if A[tx] == 20:
                T.evaluate(T.continue_loop())
            A[tx] = A[tx] * 2
