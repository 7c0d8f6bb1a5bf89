# check: pass InjectPTXLDG32
# expect: unchanged
# An instruction of CUDA.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        C[0] = T.if_then_else(A[1] > T.float32(0.0), A[0], T.float32(0.0))
