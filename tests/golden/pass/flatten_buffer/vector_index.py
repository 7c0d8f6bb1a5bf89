# check: pass FlattenBuffer
# not idempotent: the offset zero is added once more
# The index of a flat buffer stays as it is, with the offset zero in all lanes.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        A[0:4] = T.Broadcast(T.float32(0.0), 4)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        A_1 = T.decl_buffer((8,), data=A.data)
        A_1[T.Broadcast(0, 4) + T.Ramp(0, 1, 4)] = T.Broadcast(T.float32(0.0), 4)
