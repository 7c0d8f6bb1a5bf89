# check: pass InlinePrivateFunctions
# Accesses would keep the old extent.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def scratch(n: T.int32):
        L = T.alloc_buffer((n,))  # error: an allocation in 'scratch' depends on a parameter, which is not supported
        L[0] = T.float32(0.0)

    @T.prim_func(s_tir=True)
    def main(n: T.int32):
        Before.scratch(n * 2)
