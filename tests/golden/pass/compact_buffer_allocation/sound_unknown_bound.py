# check: pass CompactBufferAllocation
# mode: sound
# Both accesses cover the same part of a symbolic dimension. The second buffer is accessed up to a bound that no number
# bounds: it stays whole, where TVM allocates 2147483647 elements.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n,))
        B = T.match_buffer(b, (n,))
        for bx in T.thread_binding((n + 15) // 16, thread="blockIdx.x"):
            with T.sblock(""):
                T.reads(A[0:n])
                T.writes(B[0:n])
                S = T.sblock_alloc_buffer((n,), scope="shared")
                U = T.sblock_alloc_buffer((n,), scope="shared")
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    if bx * 16 + tx < n:
                        S[bx * 16 + tx] = A[bx * 16 + tx]
                        B[bx * 16 + tx] = S[bx * 16 + tx]
                    for i in range(n - bx):
                        U[i] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n,))
        B = T.match_buffer(b, (n,))
        for bx in T.thread_binding((n + 15) // 16, thread="blockIdx.x"):
            with T.sblock(""):
                T.reads(A[0:n])
                T.writes(B[0:n])
                S = T.sblock_alloc_buffer((16,), scope="shared")
                U = T.sblock_alloc_buffer((n,), scope="shared")
                for tx in T.thread_binding(16, thread="threadIdx.x"):
                    if bx * 16 + tx < n:
                        S[bx * 16 + tx - bx * 16] = A[bx * 16 + tx]
                        B[bx * 16 + tx] = S[bx * 16 + tx - bx * 16]
                    for i in range(n - bx):
                        U[i] = T.float32(0.0)
