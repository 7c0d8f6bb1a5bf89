# check: pass VectorizeLoop
# An assertion or an attribute with a value of its own for each lane needs a loop over lanes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        for v in T.vectorized(4):
            assert 3 < n, ("ValueError", ["four are needed"])
            assert v < n, ("ValueError", ["more are needed"])
            with T.attr({"pragma_note": n + 1}):
                A[v] = T.float32(0.0)
            with T.attr({"pragma_note": v + 1}):
                A[v + 4] = T.float32(0.0)
            for i in range(T.call_extern("int32", "count", v)):
                A[v + 8 + i * 4] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), n: T.int32):
        assert 3 < n, ("ValueError", ["four are needed"])
        for v_s in range(4):
            assert v_s < n, ("ValueError", ["more are needed"])
        with T.attr({"pragma_note": n + 1}):
            A[0:4] = T.Broadcast(T.float32(0.0), 4)
        for v_s in range(4):
            T.attr({"pragma_note": v_s + 1})
            A[v_s + 4] = T.float32(0.0)
        for v_s in range(4):
            for i in range(T.call_extern("int32", "count", v_s)):
                A[v_s + 8 + i * 4] = T.float32(0.0)
