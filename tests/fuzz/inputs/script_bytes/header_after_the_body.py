# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
        for i in range(32):
            v = T.alloc_buffer((1,), "int32", scope="local")
            with T.sblock("copy"):
                v: T.int32 = T.axis.l(32, i)
                T.where(v < 16)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v]
