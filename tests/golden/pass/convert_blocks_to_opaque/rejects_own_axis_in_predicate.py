# check: pass ConvertBlocksToOpaque
# ill-formed before: that is what is rejected
# The predicate is evaluated before the axes have values.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for i in range(32):
            with T.sblock("copy"):
                v = T.axis.spatial(32, i)
                T.where(v < 16)  # error: axis 'v' is used in the bindings or the predicate of its own block
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v]
