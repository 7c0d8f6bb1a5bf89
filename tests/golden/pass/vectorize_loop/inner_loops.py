# check: pass VectorizeLoop
# An inner loop stays a loop of vectors, unless its extent differs from lane to lane.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for v in T.vectorized(4):
            for i in range(8):
                A[i * 8 + v] = T.float32(0.0)
            for j in range(v):
                A[j] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        for i in range(8):
            A[i * 8:i * 8 + 4] = T.Broadcast(T.float32(0.0), 4)
        for v_s in range(4):
            for j in range(v_s):
                A[j] = T.float32(0.0)
