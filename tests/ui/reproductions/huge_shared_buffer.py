# The bytes of a shared buffer do not fit into 64 bits.
@T.prim_func(s_tir=True)
def main(Y: T.Buffer((4,), "int32")):
    tx = T.launch_thread("threadIdx.x", 4)
    s = T.alloc_buffer((T.int64(2305843009213693952),), "float32", scope="shared.dyn")
    r = T.alloc_buffer((4,), "float32", scope="shared.dyn")
    s[tx] = T.float32(1)
    r[tx] = s[tx]
    Y[tx] = T.Cast("int32", r[tx])
