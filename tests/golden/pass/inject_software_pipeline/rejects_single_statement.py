# check: pass InjectSoftwarePipeline
# There is nothing to overlap.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), C: T.Buffer((4, 16), "float32")):
        for i in T.serial(16, annotations={"software_pipeline_order": [0], "software_pipeline_stage": [0]}):  # error: the software pipeline of loop 'i' is wrong: its body must be a sequence of statements
            C[0, i] = A[0, i]
