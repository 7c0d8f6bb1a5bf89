# check: verify
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    M = T.handle("uint8", "shared.dyn")
    B = T.decl_buffer((64,), data=M, scope="shared.dyn")  # note: buffer 'B' is declared before 'M' is allocated
    with T.launch_thread("threadIdx.x", 64) as tx:
        M_1 = T.alloc_buffer((256,), "uint8", data=M, scope="shared.dyn")  # see: 'M' is allocated here, in launch 1 of 'main'
        B[tx] = X[tx]
