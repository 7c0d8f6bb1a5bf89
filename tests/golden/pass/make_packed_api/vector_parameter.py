# check: pass MakePackedAPI

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(v: T.float32x4):  # error: parameter 'v' of type float32x4 cannot be passed in a packed call
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        T.evaluate(0)
