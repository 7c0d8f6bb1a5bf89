# check: pass LowerMatchBuffer
# A pointer to global memory is not a pointer to shared memory.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64, 16), "float32")):
        for i in range(8):
            with T.sblock("b"):
                T.reads()
                T.writes(A[i * 8:i * 8 + 8, 0:16])
                M = T.match_buffer(A[i * 8:i * 8 + 8, 0:16], (8, 16), scope="shared", offset_factor=1)  # error: 'M' and 'A', to which it is matched, are in different memories
                M[3, 4] = T.float32(1.0)
