# check: verify
# The memory of a kernel is local or shared; without a scope, it is global.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", 64)
    t = T.alloc_buffer((4,), "float32")  # error: a launch allocates global memory, which a kernel cannot do: use the scope local or shared, or make the buffer a parameter
    t[0] = A[tx]
    A[tx] = t[0]
