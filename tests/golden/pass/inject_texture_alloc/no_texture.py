# check: pass InjectTextureAlloc
# expect: unchanged
# Other memory stays.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        A = T.alloc_buffer((2, 3, 4))
        A[0, 0, 0] = T.float32(0.0)
