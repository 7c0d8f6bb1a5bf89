# check: verify
# A call passes what the function takes: as many arguments, of the same types.
@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def twice(x: T.int32, p: T.handle) -> T.int32:
        return x * 2

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((8,), "int32"), A: T.Buffer((8,), "float32")):
        X[0] = Module.twice(X[1], A.data)
        X[1] = Module.twice(X[1])  # error: 'twice' takes 2 arguments, but it gets 1
        X[2] = Module.twice(X[1], X[2])  # error: argument 2 of the call of 'twice' has type int32, but parameter 'p' has type handle
