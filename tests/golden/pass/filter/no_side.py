# check: pass Filter
# error: which side to keep is not said

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        T.evaluate(n)
