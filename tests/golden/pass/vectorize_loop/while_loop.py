# check: pass VectorizeLoop
# Every lane could run another number of times.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "int32")):
        for v in T.vectorized(4):
            while A[v] < 10:  # error: a while loop in a vectorized loop is not supported
                A[v] = A[v] + 1
