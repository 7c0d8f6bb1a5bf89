# check: pass CompactBufferAllocation
# expect: unchanged
# How much is accessed depends on memory; and a pointer may access everything.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32")):
        with T.sblock("root"):
            T.reads(A[0:64])
            T.writes()
            B = T.sblock_alloc_buffer((64,), "int32")
            C = T.sblock_alloc_buffer((64,), "int32")
            for i in range(A[0]):
                B[i] = i
            T.call_extern("int32", "consume", C.data)
