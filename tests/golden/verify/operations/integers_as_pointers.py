# check: verify
# What an operation reads or writes is given by a pointer; an integer would be taken for an address.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32"), n: T.int32):
    T.ptx.cp_async("float32", A.data, 0, B.data, 0, 16)
    T.ptx.cp_async("float32", n, 0, B.data, 0, 16)  # error: argument 1 of operation 'ptx.cp_async' has type int32, but it must be a pointer
    T.ptx.cp_async("float32", A.data, 0, n, 0, 16)  # error: argument 3 of operation 'ptx.cp_async' has type int32, but it must be a pointer
    T.mma_fill("float32", 8, n, 0)  # error: argument 2 of operation 'mma_fill' has type int32, but it must be a pointer
    T.cuda.atomic_add(T.address_of(A[0]), T.float32(1))
    T.evaluate(T.cuda.atomic_add(n, T.float32(1)))  # error: argument 1 of operation 'cuda.atomic_add' has type int32, but it must be a pointer
    T.tvm_fill_fragment(n, 16, 16, 16, 0, T.float32(0))  # error: argument 1 of operation 'tvm_fill_fragment' has type int32, but it must be a pointer
    T.ptx.stmatrix(n, A.data)  # error: argument 1 of operation 'ptx.stmatrix' has type int32, but it must be a pointer
