# check: pass NarrowDataType(32)
# What is symbolic may be large.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(n: T.int64, a: T.handle("float32")):
        A = T.decl_buffer((n,), data=a)
        for i in range(n):
            A[i] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(n: T.int64, a: T.handle("float32")):
        A = T.decl_buffer((n,), data=a, elem_offset=0)
        for i in range(n):
            A[i] = T.float32(0.0)
