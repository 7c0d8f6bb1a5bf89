# check: pass LowerDeviceKernelLaunch

@I.ir_module
class Before:
    @T.prim_func(s_tir=True) # error: 'main' has no target; BindTarget gives it one
    def main(X: T.Buffer((32,), "int32")):
        X[0] = 0
