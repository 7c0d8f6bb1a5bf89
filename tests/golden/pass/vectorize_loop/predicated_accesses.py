# check: pass VectorizeLoop
# config: tirx.enable_buffer_level_predication
# All accesses are at the lanes of the condition: it becomes their predicate.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32):
        for v in T.vectorized(4):
            if v < n:
                B[v] = A[v]
            if v < n:
                B[v] = A[v + 1]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.int32):
        B.vstore([T.Ramp(0, 1, 4)], A.vload([T.Ramp(0, 1, 4)], predicate=T.get_active_lane_mask("uint1x4", 0, n)), predicate=T.get_active_lane_mask("uint1x4", 0, n))
        for v_s in range(4):
            if v_s < n:
                B[v_s] = A[v_s + 1]
