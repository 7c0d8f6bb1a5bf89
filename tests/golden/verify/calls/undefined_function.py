# check: verify
@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((8,), "int32")):
        Module.gone(X.data)  # error: 'main' calls 'gone', which is not in the module
