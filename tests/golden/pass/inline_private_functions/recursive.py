# check: pass InlinePrivateFunctions
# expect: unchanged
# A function that calls itself, if only through another one, cannot be inlined.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def ping(n: T.int32):
        if n > 0:
            Before.pong(n - 1)

    @T.prim_func(private=True, s_tir=True)
    def pong(n: T.int32):
        Before.ping(n - 1)

    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        Before.ping(n)
