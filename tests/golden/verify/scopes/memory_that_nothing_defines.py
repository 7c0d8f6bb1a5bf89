# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    p = T.handle("float32", "shared.dyn")
    B = T.decl_buffer((64,), data=p, scope="shared.dyn")  # error: declaration of buffer 'B' on 'p', which nothing defines
    A[0] = B[0]  # error: access to buffer 'B' on 'p', which nothing defines
