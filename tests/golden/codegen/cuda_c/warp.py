# check: codegen cuda
# Exchanges within a warp, by their names before and after LowerIntrin.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        mask = T.alloc_buffer((1,), "uint32", scope="local")
        mask[0] = T.tvm_warp_activemask()
        A[tx] = T.tvm_warp_shuffle(mask[0], A[tx], 0, 32, 32)
        A[tx] = T.tvm_warp_shuffle_up(mask[0], A[tx], 1, 32, 32)
        A[tx] = T.tvm_warp_shuffle_down(mask[0], A[tx], 1, 32, 32)
