# check: verify
# A binding reaches the statements after it, and a loop variable its body.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), n: T.int32):
    m: T.let[T.int32] = n + 1
    for i in range(m):
        if i < n:
            A[i] = A[i] + T.float32(1)
