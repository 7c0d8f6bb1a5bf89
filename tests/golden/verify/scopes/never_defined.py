# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32")):
    ghost = T.int32()
    A[0] = ghost  # error: use of variable 'ghost', which nothing defines
