# check: codegen cuda
# Blocks of a cluster meet before anything else; the place of a block in its cluster is a register.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["clusterCtaIdx.x", "threadIdx.x"], "tirx.noalias": True, "tirx.entry_cluster_sync": 1})
        A = T.decl_buffer((1024,), "int32", data=A_ptr)
        cx = T.launch_thread("clusterCtaIdx.x", 2)
        tx = T.launch_thread("threadIdx.x", 32)
        A[cx * 32 + tx] = 0
