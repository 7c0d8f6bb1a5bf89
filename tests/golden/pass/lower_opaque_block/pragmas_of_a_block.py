# check: pass LowerOpaqueBlock
# They are around the allocations; other annotations of the block go.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "int32")):
        for i in range(32):
            with T.sblock("fill"):
                T.where(i < 30)
                T.reads()
                T.writes(A[i])
                T.sblock_attr({"hint": 1, "pragma_mark": 2})
                L = T.sblock_alloc_buffer((1,), "int32", scope="local")
                L[0] = i
                A[i] = L[0]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "int32")):
        for i in range(32):
            T.attr({"pragma_mark": 2})
            L = T.alloc_local((1,), "int32", annotations={"buffer_allocated_addr": [], "buffer_data_alignment": 64})
            if i < 30:
                L[0] = i
                A[i] = L[0]
