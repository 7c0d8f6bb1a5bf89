# check: pass LoopPartition
# A launch stays one launch: its blocks branch.
# report:
#   note: the launch axis 'bx' branches on bx < min(n // 32, (n + 31) // 32 - 1 + 1), where bx * 32 + tx < n is decided

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle("float32"), n: T.int32):
        A = T.decl_buffer((n,), data=a)
        with T.launch_thread("blockIdx.x", (n + 31) // 32) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            if T.likely(bx * 32 + tx < n):
                A[bx * 32 + tx] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(a: T.handle("float32"), n: T.int32):
        A = T.decl_buffer((n,), data=a)
        with T.launch_thread("blockIdx.x", (n + 31) // 32) as bx:
            tx = T.launch_thread("threadIdx.x", 32)
            if bx < T.min(n // 32, (n + 31) // 32 - 1 + 1):
                if T.bool(True):
                    A[bx * 32 + tx] = T.float32(0.0)
            else:
                if bx * 32 + tx < n:
                    A[bx * 32 + tx] = T.float32(0.0)
