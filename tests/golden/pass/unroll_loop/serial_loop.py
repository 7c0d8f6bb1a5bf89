# check: pass UnrollLoop
# expect: unchanged
# Without a limit, serial loops stay.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in range(2):
            A[i] = T.float32(0.0)
