# check: verify
# The memory is still there, but the declaration ended with the loop.
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):  # see: its data variable 'X_ptr' is defined here
    B = T.Buffer((32,), data=X.data)
    for i in range(4):
        B = T.decl_buffer((32,), data=X.data)
        B[i] = T.float32(1)
    B[0] = T.float32(2)  # note: buffer 'B' is accessed where its declaration does not reach
