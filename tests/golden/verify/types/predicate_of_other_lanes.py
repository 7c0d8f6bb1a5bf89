# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    B[T.Ramp(0, 1, 4)] = A.vload([T.Ramp(0, 1, 4)], predicate=T.Broadcast(T.bool(True), 2))  # error: the predicate of this access to buffer 'A' has type boolx2, but it must be boolx4
    B[T.Ramp(4, 1, 4)] = A.vload([T.Ramp(0, 1, 4)], predicate=T.bool(True))  # error: the predicate of this access to buffer 'A' has type bool, but it must be boolx4
    B.vstore([T.Ramp(0, 1, 4)], T.Broadcast(T.float32(1.0), 4), predicate=T.Broadcast(T.bool(True), 8))  # error: the predicate of this access to buffer 'B' has type boolx8, but it must be boolx4
