# check: pass UnrollLoop
# config: tirx.UnrollLoop.auto_max_step=2
# expect: unchanged
# A loop that contains one that stays is not unrolled.
# report:
#   note: the loop over 'j' stays: its copies take 4 steps, and auto_max_step is 2
#   note: the loop over 'i' stays: it contains a loop that stays
#   note: nothing to do: no loop is to be unrolled

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i, j in T.grid(1, 4):
            A[i * 4 + j] = T.float32(0.0)
