# check: pass StorageRewrite
# The size of shared memory is that of the largest user, also when it is symbolic.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), n: T.int32, m: T.int32):
        S = T.alloc_buffer((n,))
        for i in range(n):
            S[i] = A[i]
        for i in range(n):
            A[i] = S[n - 1 - i]
        Q = T.alloc_buffer((m,))
        for i in range(m):
            Q[i] = A[i]
        for i in range(m):
            A[i] = Q[m - 1 - i]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), n: T.int32, m: T.int32):
        S_ptr = T.alloc_buffer((T.max(n, m),))
        S_ptr_1 = T.Buffer((n,), data=S_ptr.data)
        for i in range(n):
            S_ptr_1[i] = A[i]
        for i in range(n):
            A[i] = S_ptr_1[n - 1 - i]
        S_ptr_2 = S_ptr_1.view(m)
        for i in range(m):
            S_ptr_2[i] = A[i]
        for i in range(m):
            A[i] = S_ptr_2[m - 1 - i]
