# check: pass LowerInitBlock
# The buffer that the block matches is visible in the guarded statement.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8,), "float32")):
        for i, k in T.grid(8, 16):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(B[vi])
                element = T.match_buffer(B[vi], (), offset_factor=1)
                with T.init():
                    element[()] = T.float32(0.0)
                element[()] = element[()] + A[vi, vk]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 16), "float32"), B: T.Buffer((8,), "float32")):
        for i, k in T.grid(8, 16):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(B[vi])
                element = T.match_buffer(B[vi], (), offset_factor=1)
                if vk == 0:
                    element[()] = T.float32(0.0)
                element[()] = element[()] + A[vi, vk]
