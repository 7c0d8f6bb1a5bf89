# check: verify
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), X: T.Buffer((8,), "int32")):
    with T.launch_thread("threadIdx.x", 32) as tx:
        A[0] = T.tvm_warp_shuffle(T.uint32(1), A[1], X[0], 32, 32)
        A[1] = T.tvm_warp_shuffle_down(A[2], A[1], 1, 32, 32)  # error: argument 1 of operation 'tvm_warp_shuffle_down' has type float32, but it must be a scalar integer
        A[2] = T.tvm_warp_shuffle_xor(T.uint32(1), A[1], T.Broadcast(X[0], 2), 32, 32)  # error: argument 3 of operation 'tvm_warp_shuffle_xor' has type int32x2, but it must be a scalar integer
        T.evaluate(T.tvm_warp_shuffle_up(T.uint32(1), A.data, 1, 32, 32))  # error: argument 2 of operation 'tvm_warp_shuffle_up' has type handle, but it must be a number
