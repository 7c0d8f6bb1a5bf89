@T.prim_func(s_tir=True)
def f(n: T.int32):
    T.evaluate(T.if_then_else(n > 0, T(False), T.bool(False)))
