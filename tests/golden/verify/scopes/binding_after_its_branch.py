# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32"), n: T.int32):
    m = T.int32()
    if n > 0:
        m = T.bind(n + 1, var=m)  # see: 'm' is defined here, in 'main'
    A[0] = m  # error: use of variable 'm', which is out of scope here: it ends with the body that defines it
