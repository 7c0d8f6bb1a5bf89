# check: pass LowerIntrin
# A widening cast goes outside of a broadcast, where machines multiply and widen at once.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int8"), B: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "c", "tag": ""})})
        B[0:8] = B[0:8] + T.Cast("int32x8", A[0:8]) * T.Broadcast(T.Cast("int32", A[0]), 8)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int8"), B: T.Buffer((8,), "int32")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "c", "tag": ""})})
        B[0:8] = T.Cast("int32x8", A[0:8]) * T.Cast("int32x8", T.Broadcast(A[0], 8)) + B[0:8]
