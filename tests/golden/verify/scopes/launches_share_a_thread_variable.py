# check: verify
@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    tx = T.env_thread("threadIdx.x")
    with T.launch_thread(tx, 64):
        X[tx] = T.float32(1)
    with T.launch_thread(tx, 64):
        X[tx] = T.float32(2)
