# check: pass UnrollLoop
# config: tirx.UnrollLoop.auto_max_step=4
# The inner loop fits; the outer one would take 4 times 2 steps.
# report:
#   note: the loop over 'j' becomes 2 copies of its body
#   note: the loop over 'i' stays: its copies take 8 steps, and auto_max_step is 4

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i, j in T.grid(4, 2):
            A[i * 2 + j] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in range(4):
            A[T.Add(i * 2, 0)] = T.float32(0.0)
            A[i * 2 + 1] = T.float32(0.0)
