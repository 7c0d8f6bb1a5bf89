# check: codegen cuda
# mode: sound
# Conversions of floats to integers stop at the limits of the type, as on a CPU.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(F_ptr: T.handle("float32", "global"), D_ptr: T.handle("float64", "global"), H_ptr: T.handle("float16", "global"), I_ptr: T.handle("int8", "global"), U_ptr: T.handle("uint16", "global"), L_ptr: T.handle("int64", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        F = T.decl_buffer((1024,), "float32", data=F_ptr)
        D = T.decl_buffer((1024,), "float64", data=D_ptr)
        H = T.decl_buffer((1024,), "float16", data=H_ptr)
        I = T.decl_buffer((1024,), "int8", data=I_ptr)
        U = T.decl_buffer((1024,), "uint16", data=U_ptr)
        L = T.decl_buffer((1024,), "int64", data=L_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        I[tx] = T.Cast("int8", F[tx])
        U[tx] = T.Cast("uint16", H[tx])
        L[tx] = T.Cast("int64", D[tx])
        F[tx] = T.Cast("float32", T.Cast("uint64", F[tx])) + T.Cast("float32", T.Cast("bool", F[tx]))
        I[T.Ramp(tx * 2, 1, 2)] = T.Cast("int8x2", F[T.Ramp(tx * 2, 1, 2)])
