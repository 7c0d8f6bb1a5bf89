# check: pass LowerIntrin
# A C host calls the mathematical library and leaves products alone.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16"), D: T.Buffer((16,), "float64")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "c", "tag": ""})})
        A[0] = T.ceil(A[1])
        D[0] = T.tanh(D[1])
        A[1] = A[2] + A[3] * A[4]
        A[2] = T.rsqrt(A[3])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16"), D: T.Buffer((16,), "float64")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "c", "tag": ""})})
        A[0] = T.call_pure_extern("float32", "ceilf", A[1])
        D[0] = T.call_pure_extern("float64", "tanh", D[1])
        A[1] = A[2] + A[3] * A[4]
        A[2] = T.float32(1.0) / T.call_pure_extern("float32", "sqrtf", A[3])
