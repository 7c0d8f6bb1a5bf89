# title: Registers are allocated after their first use
# group: Museum
# topic: Memory of the wrong threads
# order: 2440
# summary: The address of a guarded load is allocated after the load
# pipeline: split@guarded-loads
# fix: split@guarded-loads in sound mode
# bad pass: InjectPTXLDG32
# error: access to buffer 'addr' on 'addr', which is out of scope here
# error line: addr[0] =
# execution: refused: 'addr
# computes: Y[i] = 2 * X[i] if i < 60 else 0
#
# The registers of a guarded load are allocated after it.
#
# InjectPTXLDG32 allocates `addr` and `predicate` before the next allocation that it meets, which is that of `doubled`: by
# then, the load has used them. The sound mode allocates them at the load.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        with T.launch_thread("threadIdx.x", 64) as tx:
            Y[tx] = T.if_then_else(tx < 60, X[tx], T.float32(0.0))
            doubled = T.alloc_buffer((1,), scope="local")
            doubled[0] = Y[tx] * T.float32(2.0)
            Y[tx] = doubled[0]
