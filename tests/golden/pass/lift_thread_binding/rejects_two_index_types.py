# check: pass LiftThreadBinding
# One variable cannot have two types.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                B[bx, tx] = A[bx, tx]
            for ty in T.thread_binding(T.int64(32), thread="threadIdx.x"):
                A[bx, T.int64(31) - ty] = B[bx, 0]  # error: loops over one thread axis have variables of different types, so 31 - threadIdx.x would mix int64 and int32
