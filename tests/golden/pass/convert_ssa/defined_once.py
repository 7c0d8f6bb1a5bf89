# check: pass ConvertSSA
# expect: unchanged
# report:
#   note: nothing to do: no variable is defined twice

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def first(X: T.Buffer((32,), "int32")):
        for i in range(32):
            X[i] = i

    @T.prim_func(s_tir=True)
    def second(X: T.Buffer((32,), "int32")):
        for i in range(32):
            X[i] = i
