# check: pass InjectTextureAlloc
# Texels have 64 or 128 bits.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        A = T.alloc_buffer((2, 3, 3), scope="global.texture")  # error: texture 'A' has 3 dimensions and texels of 96 bits; at least 3 dimensions, and 64 or 128 bits are possible
        T.call_extern("int32", "use", A.data)
