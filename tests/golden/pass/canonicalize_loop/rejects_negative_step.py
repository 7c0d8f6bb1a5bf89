# check: pass CanonicalizeLoop
# A loop that counts down has no trip count here.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32")):
        for i in range(15, 0, -3):  # error: the step of loop 'i' must be known to be positive, but it is -3
            A[i] = 1
