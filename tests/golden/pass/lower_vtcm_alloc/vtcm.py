# check: pass LowerVtcmAlloc
# The pointer comes from the runtime.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int8"), n: T.int32):
        V = T.alloc_buffer((64, n), "int8", scope="global.vtcm")
        V[0, 0] = A[0]
        A[1] = V[0, 0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int8"), n: T.int32):
        V_ptr: T.let[T.handle("int8", "global.vtcm")] = T.nd_mem_alloc_with_scope("global.vtcm", T.int64(2), T.tvm_stack_make_shape(64, n))
        V = T.Buffer((64, n), "int8", data=V_ptr, scope="global.vtcm")
        V[0, 0] = A[0]
        A[1] = V[0, 0]
