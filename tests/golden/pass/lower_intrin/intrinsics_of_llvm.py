# check: pass LowerIntrin
# LLVM has a few functions, and a product with a sum in one operation; others are made of them.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16"), D: T.Buffer((16,), "float64")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        A[0] = T.exp(A[1])
        A[1] = A[2] + A[3] * A[4]
        D[0] = T.tanh(D[1])
        D[1] = T.exp10(D[2])

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float16"), D: T.Buffer((16,), "float64")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        A[0] = T.call_llvm_pure_intrin("float32", "llvm.exp", A[1])
        A[1] = T.call_llvm_pure_intrin("float32", "llvm.fmuladd", A[3], A[4], A[2])
        D[0] = T.Select(D[1] >= T.float64(0.0), (T.float64(1.0) - T.call_llvm_pure_intrin("float64", "llvm.exp", T.float64(-2.0) * D[1])) / (T.float64(1.0) + T.call_llvm_pure_intrin("float64", "llvm.exp", T.float64(-2.0) * D[1])), (T.call_llvm_pure_intrin("float64", "llvm.exp", T.float64(2.0) * D[1]) - T.float64(1.0)) / (T.call_llvm_pure_intrin("float64", "llvm.exp", T.float64(2.0) * D[1]) + T.float64(1.0)))
        D[1] = T.call_llvm_pure_intrin("float64", "llvm.exp", D[2] * T.float64(2.3025850929940459))
