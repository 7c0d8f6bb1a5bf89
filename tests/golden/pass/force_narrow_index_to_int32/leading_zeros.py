# check: pass ForceNarrowIndexToInt32
# A narrower number has fewer leading zeros.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((T.int64(4),), "int32")):
        for i in range(T.int64(4)):
            B[i] = T.clz(i)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((4,), "int32")):
        for i in range(4):
            B[i] = T.clz(i) - 32 + 64
