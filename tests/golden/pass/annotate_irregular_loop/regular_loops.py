# check: pass AnnotateIrregularLoop
# expect: unchanged

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32")):
        for i in range(8):
            A[i] = 1
