# check: pass UnrollLoop
# expect: unchanged
# Serial loops stay unless the configuration says how much may be unrolled.
# report:
#   note: the loop over 'i' stays: its extent, n, is not a constant
#   note: the loop over 'j' stays: it is not marked as unrolled, and tirx.UnrollLoop.auto_max_step and auto_max_extent are 0
#   note: nothing to do: no loop is to be unrolled

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle("float32"), n: T.int32):
        A = T.decl_buffer((n,), data=a)
        for i in range(n):
            A[i] = T.float32(0.0)
        for j in range(4):
            A[j] = T.float32(1.0)
