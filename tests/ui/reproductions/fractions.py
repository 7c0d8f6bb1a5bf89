# A fraction in a locale with a decimal comma.
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
    with T.launch_thread("threadIdx.x", 64) as tx:
        Y[tx] = X[tx] * T.float32(0.5) + T.float32(2.75)
