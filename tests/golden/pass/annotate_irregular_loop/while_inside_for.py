# check: pass AnnotateIrregularLoop
# expect: unchanged
# The break ends the while loop, which has no annotations.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32")):
        for i in range(8):
            while A[i] < 8:
                if A[i] == 5:
                    T.break_loop()
                A[i] = A[i] + 1
