# check: pass LowerOpaqueBlock
# The condition guards the body; the allocations come before it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32")):
        for i in range(4):
            with T.sblock("fill"):
                T.where(i < 3)
                T.reads()
                T.writes(A[i * 8:i * 8 + 8])
                L = T.sblock_alloc_buffer((8,), scope="local")
                M = T.sblock_alloc_buffer((2, 4), "int32", scope="local")
                for j in range(8):
                    L[j] = T.float32(1.0)
                    M[j // 4, j % 4] = j
                    A[i * 8 + j] = L[j]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32")):
        for i in range(4):
            L = T.alloc_local((8,), annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64})
            M = T.alloc_local((2, 4), "int32", annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64})
            if i < 3:
                for j in range(8):
                    L[j] = T.float32(1.0)
                    M[j // 4, j % 4] = j
                    A[i * 8 + j] = L[j]
