# check: pass MakePackedAPI

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)  # error: 'main' has no target; BindTarget gives it one
    def main(n: T.int32):
        T.evaluate(n)
