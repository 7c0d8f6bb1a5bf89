# check: verify
# A generator reads the arguments of an operation by position.
@T.prim_func(s_tir=True)
def main(A: T.Buffer((8,), "float32")):
    T.evaluate(T.call_intrin("float32", "tirx.atomic_add"))  # error: operation 'atomic_add' takes 2 arguments, but it gets 0
    T.evaluate(T.call_intrin("float32", "tirx.cuda_atomic_add", A.data))  # error: operation 'cuda.atomic_add' takes at least 2 arguments, but it gets 1
    T.evaluate(T.call_intrin("bool", "tirx.isfinite"))  # error: operation 'tirx.isfinite' takes 1 argument, but it gets 0
