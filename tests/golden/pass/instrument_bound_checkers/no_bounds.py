# check: pass InstrumentBoundCheckers
# expect: unchanged
# Without the attribute nothing is known.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((16,), "float32")):
        for i in range(32):
            B[i] = T.float32(0.0)
