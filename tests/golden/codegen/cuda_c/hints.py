# check: codegen cuda
# The value of a hint is its argument; an assumption is nothing.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("float32", "global"), n: T.int32):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "float32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        T.evaluate(T.assume(n > 3))
        if T.likely(tx < n):
            A[tx] = T.tvm_thread_invariant(A[0])
        if T.ignore_loop_partition(tx > n):
            A[tx] = T.float32(0.0)
