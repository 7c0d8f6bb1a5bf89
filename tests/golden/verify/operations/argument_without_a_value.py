# check: verify
@T.prim_func(s_tir=True)
def main(X: T.Buffer((8,), "int32")):
    T.evaluate(T.call_extern("void", "act", X[0]))
    T.evaluate(T.call_extern("int32", "act", T.call_extern("void", "act", X[0])))  # error: argument 2 of operation 'call_extern' has type void, but it must be a value
