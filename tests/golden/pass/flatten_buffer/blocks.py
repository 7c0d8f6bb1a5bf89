# check: pass FlattenBuffer
# Where blocks are left, their buffers and regions become flat too.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        S = T.sblock_alloc_buffer((4, 8))
        for i in range(4):
            with T.sblock("row"):
                T.reads()
                T.writes(S[i, 0:8])
                for j in range(8):
                    S[i, j] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        S = T.sblock_alloc_buffer((32,))
        for i in range(4):
            with T.sblock("row"):
                T.reads()
                T.writes(S[i * 8:i * 8 + 8])
                for j in range(8):
                    S[i * 8 + j] = T.float32(0.0)
