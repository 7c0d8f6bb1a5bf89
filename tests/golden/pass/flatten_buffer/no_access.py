# check: pass FlattenBuffer
# expect: unchanged
# Flat buffers stay, and no parameter is accessed.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8), "float32")):
        S = T.alloc_buffer((8,))
        for i in range(8):
            S[i] = T.float32(1.0)
