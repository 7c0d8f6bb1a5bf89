# check: pass LoopPartition
# The first loop runs without the condition.
# report:
#   note: the loop over 'i', from 0 to (n + 3) / 4 - 1, is split: from 0 to below min(n // 4, (n + 3) / 4 - 1 + 1), i * 4 + j < n is true

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        for i, j in T.grid(T.Div(n + 3, 4), 4):
            if T.likely(i * 4 + j < n):
                T.call_extern("int32", "f", i * 4 + j)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        for i, j in T.grid(T.min(n // 4, T.Div(n + 3, 4) - 1 + 1), 4):
            if T.bool(True):
                T.call_extern("int32", "f", i * 4 + j)
        for i, j in T.grid(T.Div(n + 3, 4) - n // 4, 4):
            if (i + T.min(n // 4, T.Div(n + 3, 4) - 1 + 1)) * 4 + j < n:
                T.call_extern("int32", "f", (i + T.min(n // 4, T.Div(n + 3, 4) - 1 + 1)) * 4 + j)
