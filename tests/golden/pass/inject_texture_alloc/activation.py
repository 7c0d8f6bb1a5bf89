# check: pass InjectTextureAlloc
# text only: the text does not say the types of the calls
# Width, height and depth of the image, and the bits of a texel.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        A = T.alloc_buffer((2, 3, 5, 6, 4), scope="global.texture")
        T.call_extern("int32", "use", A.data)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        A_ptr: T.let[T.handle("float32", "global.texture")] = T.nd_mem_alloc_with_scope("global.texture", T.int64(3), T.tvm_stack_make_shape(6, 5, 6), T.int64(128))
        T.call_extern("int32", "use", A_ptr)
