# check: codegen cuda
# What other threads change is read again; a 16-bit float is taken out of its memory first.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global"), H_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        H = T.decl_buffer((1024,), "float16", data=H_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        red = T.alloc_buffer((32,), "float32", scope="shared", annotations={"tirx.volatile": True})
        redh = T.alloc_buffer((32,), "float16", scope="shared", annotations={"tirx.volatile": True})
        red[tx] = A[tx]
        redh[tx] = H[tx]
        A[tx] = red[tx] + red[tx + 1]
        H[tx] = redh[tx] + redh[tx + 1]
