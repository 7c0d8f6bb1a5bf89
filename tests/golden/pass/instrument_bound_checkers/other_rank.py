# check: pass InstrumentBoundCheckers
# One index needs one bound.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(B: T.Buffer((16,), "float32")):
        T.attr(B.data, "buffer_bound", T.tvm_tuple(4, 4))
        for i in range(32):
            B[i] = T.float32(0.0)  # error: 1 indices are to be checked against 2 bounds
