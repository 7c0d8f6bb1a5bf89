# check: verify
# An allocation takes as many bytes as its extents say; what a declaration says of its buffer is not computed. How much
# shared memory there is, the launch says.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32")):
    n = T.int32()
    with T.launch_thread("threadIdx.x", 8) as tx:
        own = T.alloc_buffer((2, n), "float32", scope="local")  # error: buffer 'own' has a size that depends on 'n', which nothing defines
        common = T.alloc_buffer((n,), "float32", scope="shared.dyn")  # note: the description of buffer 'common' mentions 'n', which is not defined here
        B = T.decl_buffer((n,), "float32", data=A.data)  # note: the description of buffer 'B' mentions 'n', which is not defined here
        own[0, 0] = B[tx]
        common[tx] = own[0, 0]
        B[tx] = common[tx]
