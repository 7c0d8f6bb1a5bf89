# check: codegen cuda
# Fragments know their shape and layout from the attributes around them.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float16", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        f = T.handle("float16", "wmma.accumulator")
        with T.attr(f, "fragment_shape", "16, 16, 16"):
            with T.attr(f, "fragment_layout", "row_major"):
                F = T.alloc_buffer((256,), "float16", data=f, scope="wmma.accumulator")
                T.tvm_fill_fragment(f, 16, 16, 16, 0, T.float32(0.0))
                T.tvm_store_matrix_sync(f, 16, 16, 16, 0, T.address_of(A[0]), 16, "row_major")
