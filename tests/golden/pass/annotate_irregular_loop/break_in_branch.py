# check: pass AnnotateIrregularLoop
# The mark is on the loop that the break ends, not on the one around it.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8), "int32")):
        for i, j in T.grid(4, 8):
            if A[i, j] < 0:
                T.break_loop()
            A[i, j] = 1

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8), "int32")):
        for i in range(4):
            for j in T.serial(8, annotations={"irregular_loop_mark": 1}):
                if A[i, j] < 0:
                    T.break_loop()
                A[i, j] = 1
