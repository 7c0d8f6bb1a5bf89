# check: pass LowerTVMBuiltin
# expect: unchanged
# Arithmetic and stores are none of its business.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32"), n: T.int32):
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "c", "tag": ""})})
        A[0] = n * 2
