# check: pass VectorizeLoop
# A vector has a constant number of lanes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for v in T.vectorized(n):  # error: the loop over 'v' of extent n cannot be vectorized for this target: vectors need a constant number of lanes, at most 32767
            A[v] = T.float32(0.0)
