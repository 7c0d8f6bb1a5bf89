# check: pass AnnotateDeviceRegions

@I.ir_module
class Before:
    @T.prim_func(s_tir=True) # error: the function has no target; BindTarget gives it one
    def main(X: T.Buffer((32,), "int32")):
        tx = T.launch_thread("threadIdx.x", 32)
        X[tx] = tx
