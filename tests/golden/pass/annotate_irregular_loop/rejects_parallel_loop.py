# check: pass AnnotateIrregularLoop
# Iterations that run at the same time cannot be left early.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32")):
        for i in T.parallel(8):  # error: only a serial loop can contain break or continue, and loop 'i' is not serial
            if A[i] < 0:
                T.break_loop()
