# check: verify
# A variable that is an extent of a parameter is defined by it.
@T.prim_func(s_tir=True)
def main(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 4))
    B = T.match_buffer(b, (n * 4,))
    for i in range(n):
        B[i] = A[i, 0]
