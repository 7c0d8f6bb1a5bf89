# check: pass InjectTextureAlloc
# text only: the text does not say the types of the calls
# Extents multiply.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        A = T.alloc_buffer((8, 5, n, 4), "float16", scope="global.texture-weight")
        T.call_extern("int32", "use", A.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        A_ptr: T.let[T.handle("float16", "global.texture-weight")] = T.nd_mem_alloc_with_scope("global.texture-weight", T.int64(3), T.tvm_stack_make_shape(5 * n, 8, 1), T.int64(64))
        T.call_extern("int32", "use", A_ptr)
