# check: verify
# A hint has the value of its argument, and so its type.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((32,), "float32"), n: T.int32):
    A[0] = T.Cast("float32", T.ignore_loop_partition(A[0]))  # error: operation 'ignore_loop_partition' has type bool, but its arguments make it float32
    A[1] = T.Cast("float32", T.likely(n))  # error: operation 'likely' has type bool, but its arguments make it int32
    if T.ignore_loop_partition(n > 1):
        A[2] = T.float32(1)
