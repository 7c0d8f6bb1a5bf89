# check: pass Filter("host")
# expect: unchanged
# All functions are for the host.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        T.evaluate(n)
