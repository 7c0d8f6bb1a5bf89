# check: verify
# A program in which every operand has the type that it must have.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    x = T.float32()
    n: T.let[T.int32] = 4
    p: T.let[T.handle] = A.data
    for i in range(n):
        if i < 2 and n != 3:
            B[i] = T.Select(A[i] < A[0], A[i], T.float32(0.0))
    B[T.Ramp(0, 1, 4)] = A.vload([T.Ramp(0, 1, 4)], predicate=T.Broadcast(T.bool(True), 4))
    B[0] = T.Let(x + T.float32(1.0), where={x: A[0]})
    T.evaluate(T.isnullptr(p))
