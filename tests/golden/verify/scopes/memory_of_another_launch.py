# check: verify
# A merge that serves two launches with one allocation leaves this.
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
    M = T.handle("float32", "shared.dyn")
    with T.launch_thread("threadIdx.x", 64) as tx:
        A = T.alloc_buffer((64,), "float32", data=M, scope="shared.dyn")  # see: 'M' is allocated here, in launch 1 of 'main'  # see: 'M' is allocated here, in launch 1 of 'main'
        A[tx] = X[tx]
        X[tx] = A[63 - tx]
    with T.launch_thread("threadIdx.x", 64) as ty:
        B = T.decl_buffer((64,), data=M, scope="shared.dyn")  # error: declaration of buffer 'B' on 'M', which is out of scope here: it ends with launch 1
        B[ty] = Y[ty]  # error: access to buffer 'B' on 'M', which is out of scope here: it ends with launch 1
