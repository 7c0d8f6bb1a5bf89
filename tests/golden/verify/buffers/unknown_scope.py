# check: verify
# A scope that TVM does not know is a typing error.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", 64)
    t = T.alloc_buffer((64,), "float32", scope="sharde")  # error: buffer 't' has the unknown storage scope 'sharde'; a GPU has global, shared, shared.dyn, warp, and local
    t[tx] = A[tx]
    A[tx] = t[tx]
