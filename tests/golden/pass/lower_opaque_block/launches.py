# check: pass LowerOpaqueBlock
# Thread loops become launches, virtual threads of their own kind.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 2, 32), "float32")):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for vx in T.thread_binding(2, thread="vthread.x"):
                for tx in T.thread_binding(32, thread="threadIdx.x"):
                    with T.sblock("fill"):
                        T.reads()
                        T.writes(A[bx, vx, tx])
                        A[bx, vx, tx] = T.float32(1.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 2, 32), "float32")):
        bx = T.launch_thread("blockIdx.x", 4)
        vx = T.launch_thread("vthread.x", 2)
        tx = T.launch_thread("threadIdx.x", 32)
        A[bx, vx, tx] = T.float32(1.0)
