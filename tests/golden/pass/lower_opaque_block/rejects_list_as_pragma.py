# check: pass LowerOpaqueBlock
# An attribute has one value.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "int32")):
        for i in T.serial(32, annotations={"pragma_list": [1, 2]}):  # error: the value of annotation "pragma_list" must be a number or a string
            A[i] = i
