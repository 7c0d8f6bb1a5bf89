@T.prim_func(s_tir=True)
def f(n: T.int32):
    T.evaluate(T.Call("int32", "tirx.", [n]))
