# check: pass MakePackedAPI

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        for i in T.parallel(n):
            return i  # error: a parallel loop cannot return a value: its iterations run side by side
