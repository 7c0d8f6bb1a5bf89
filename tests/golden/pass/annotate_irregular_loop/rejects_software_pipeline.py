# check: pass AnnotateIrregularLoop
# A pipeline starts later iterations before earlier ones are over.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "int32")):
        for i in T.serial(8, annotations={"software_pipeline_stage": [0]}):  # error: loop 'i' contains break or continue, which the annotation "software_pipeline_stage" does not allow
            if A[i] < 0:
                T.break_loop()
