# check: pass CanonicalizeLoop
# The sign of the step is not known.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32, A: T.Buffer((16,), "int32")):
        for i in range(0, 16, n):  # error: the step of loop 'i' must be known to be positive, but it is n
            A[i] = 1
