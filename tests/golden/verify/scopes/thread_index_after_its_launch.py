# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "int32")):
    tx = T.env_thread("threadIdx.x")
    with T.launch_thread(tx, 64):  # see: 'tx' is defined here, in launch 1 of 'main'
        A[tx] = 1
    A[0] = tx  # error: use of variable 'tx', which is out of scope here: it ends with launch 1
