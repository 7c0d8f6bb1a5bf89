# check: pass VectorizeLoop
# The lanes of a type are a number of 16 bits.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((65540,), "float32")):
        for v in T.vectorized(65540):  # error: the loop over 'v' of extent 65540 cannot be vectorized for this target: vectors need a constant number of lanes, at most 32767
            A[v] = T.float32(0.0)
