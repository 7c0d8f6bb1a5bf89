@T.prim_func
def main(A: T.Buffer((64,), "float32"), n: T.int32):
    T.evaluate(T.launch_thread("int32", A[n]))
