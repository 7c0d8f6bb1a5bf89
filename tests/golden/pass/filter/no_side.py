# check: pass Filter
# error: missing argument: expected "host" or "device"

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        T.evaluate(n)
