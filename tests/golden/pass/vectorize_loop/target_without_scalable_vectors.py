# check: pass VectorizeLoop
# CUDA has no such vectors.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for v in T.vectorized(T.vscale() * 4):  # error: the loop over 'v' of extent vscale() * 4 cannot be vectorized for this target: vectors need a constant number of lanes, at most 32767, or a target with scalable vectors
            A[v] = T.float32(0.0)
