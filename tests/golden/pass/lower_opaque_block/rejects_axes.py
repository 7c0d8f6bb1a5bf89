# check: pass LowerOpaqueBlock
# Their values would be lost.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "int32")):
        for i in range(32):
            with T.sblock("fill"):  # error: block 'fill' has axes; ConvertBlocksToOpaque replaces them
                v = T.axis.spatial(32, i)
                T.reads()
                T.writes(A[v])
                A[v] = v
