# check: pass InjectVirtualThread
# Instances are counted when the program is compiled.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), n: T.int32):
        vt = T.launch_thread("vthread", n)  # error: the number of instances of a virtual thread must be constant
        A[vt] = T.float32(0.0)
