# check: pass LowerOpaqueBlock
# They become attributes, the first key outermost; other annotations stay.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "int32")):
        for i in T.serial(32, annotations={"hint": 1, "pragma_a": 2, "pragma_b": "text", "pragma_c": True, "pragma_d": 0.5}):
            A[i] = i

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "int32")):
        i = T.int32()
        T.attr(i, "pragma_a", 2)
        T.attr(i, "pragma_b", "text")
        T.attr(i, "pragma_c", T.bool(True))
        T.attr(i, "pragma_d", T.float32(0.5))
        for i in T.serial(32, annotations={"hint": 1}):
            A[i] = i
