# check: pass VectorizeLoop
# A vector of vectors has the lanes of all of them.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((20000,), "float32x4"), B: T.Buffer((20000,), "float32x4")):
        for v in T.vectorized(20000):  # error: the loop over 'v' cannot be vectorized: its vectors would have more than 32767 lanes
            A[v] = B[v]
