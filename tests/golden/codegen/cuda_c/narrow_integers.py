# check: codegen cuda
# C computes in int: what is narrower is cut back, so that it wraps as the program says.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(U_ptr: T.handle("uint8", "global"), S_ptr: T.handle("int16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        U = T.decl_buffer((1024,), "uint8", data=U_ptr)
        S = T.decl_buffer((1024,), "int16", data=S_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        U[tx] = U[tx] + U[tx + 1]
        U[tx] = T.shift_right(T.shift_left(U[tx], T.uint8(1)), T.uint8(4))
        S[tx] = T.bitwise_not(S[tx] * S[tx + 1])
