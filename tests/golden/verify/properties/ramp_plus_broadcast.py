# check: verify
# established: PlainRamps
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32"), Y: T.Buffer((8,), "int32")):
    Y[T.Ramp(0, 1, 4)] = X[T.Ramp(0, 1, 4) + T.Broadcast(4, 4)]  # error: the index of buffer 'X' is a ramp plus a broadcast, but it must be a plain ramp
