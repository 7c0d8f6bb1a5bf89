# check: pass AnnotateIrregularLoop
# A continue skips a part of an iteration.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32")):
        for i in range(8):
            if A[i] < 0:
                T.continue_loop()
            A[i] = 1

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32")):
        for i in T.serial(8, annotations={"irregular_loop_mark": 1}):
            if A[i] < 0:
                T.continue_loop()
            A[i] = 1
