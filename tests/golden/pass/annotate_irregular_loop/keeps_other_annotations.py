# check: pass AnnotateIrregularLoop
# The mark joins the annotations that are there.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32")):
        for i in T.serial(8, annotations={"hint": 2}):
            if A[i] < 0:
                T.break_loop()

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32")):
        for i in T.serial(8, annotations={"hint": 2, "irregular_loop_mark": 1}):
            if A[i] < 0:
                T.break_loop()
