# check: codegen cuda
# The name of an external function is text of the program: nothing but a name of C++ gets into the code.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def kernel(A_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "kind": "cuda"}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["threadIdx.x"], "tirx.noalias": True})
        A = T.decl_buffer((1024,), "int32", data=A_ptr)
        tx = T.launch_thread("threadIdx.x", 32)
        A[tx] = T.call_extern("int32", "0; } //", tx) # error: an external function cannot be called '0; } //' in CUDA C
        A[tx] = T.call_extern("int32", "return", tx) # error: an external function cannot be called 'return' in CUDA C
        A[tx] = T.call_pure_extern("int32", "9lives", tx) # error: an external function cannot be called '9lives' in CUDA C
        A[tx] = T.call_extern("int32", "a::", tx) # error: an external function cannot be called 'a::' in CUDA C
        A[tx] = T.call_extern("int32", "a b", tx) # error: an external function cannot be called 'a b' in CUDA C
