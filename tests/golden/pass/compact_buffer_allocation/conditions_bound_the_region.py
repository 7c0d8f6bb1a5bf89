# check: pass CompactBufferAllocation
# A predicate, a branch, and an if_then_else bound the accessed region.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes(A[0:64])
            P = T.sblock_alloc_buffer((64,))
            Q = T.sblock_alloc_buffer((64,))
            V = T.sblock_alloc_buffer((64,))
            for i in range(64):
                with T.sblock("fill"):
                    T.where(i < 40)
                    T.reads()
                    T.writes(P[i])
                    P[i] = T.float32(1.0)
                if 8 <= i:
                    Q[i] = T.float32(2.0)
                else:
                    V[i] = T.float32(3.0)
                A[i] = T.if_then_else(i < 20, P[i], T.float32(0.0))

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32")):
        with T.sblock("root"):
            T.reads()
            T.writes(A[0:64])
            P = T.sblock_alloc_buffer((40,))
            Q = T.sblock_alloc_buffer((56,))
            V = T.sblock_alloc_buffer((8,))
            for i in range(64):
                with T.sblock("fill"):
                    T.where(i < 40)
                    T.reads()
                    T.writes(P[i])
                    P[i] = T.float32(1.0)
                if 8 <= i:
                    Q[i - 8] = T.float32(2.0)
                else:
                    V[i] = T.float32(3.0)
                A[i] = T.if_then_else(i < 20, P[i], T.float32(0.0))
