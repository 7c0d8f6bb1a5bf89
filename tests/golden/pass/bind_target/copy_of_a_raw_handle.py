# check: pass BindTarget
# TVM copies a function by its buffers and refuses a handle parameter without one.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def touch(p: T.handle): # error: 'touch' is called from both sides and has to be copied, but its handle parameter 'p' has no buffer, which the copying of TVM insists on
        T.call_extern("int32", "touch", p)

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((32,), "int32")):
        Before.touch(X.data)
        with T.launch_thread("threadIdx.x", 32) as tx:
            Before.touch(X.data)
