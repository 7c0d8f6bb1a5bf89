# A predicate has another number of lanes than what it guards.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    B[T.Ramp(0, 1, 4)] = A.vload([T.Ramp(0, 1, 4)], predicate=T.Broadcast(T.bool(True), 8))
