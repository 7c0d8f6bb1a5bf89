# check: pass RemoveStoreUndef
# A branch must not depend on an undefined value.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32")):
        if T.undef() > 0:  # error: an undefined value is still used
            A[0] = 1
