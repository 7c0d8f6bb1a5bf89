# title: A bfloat16 scalar becomes a kernel parameter
# group: Museum
# topic: Calls between host and device
# order: 2230
# summary: A launch cannot pass a value of this type
# pipeline: split
# fix: split in sound mode
# bad pass: SplitHostDevice
# note: main_kernel takes 'half'
# computes: Y[i] = X[i] / 2
#
# A scalar of bfloat16 from the host.
#
# `half` is converted on the host and used in the kernel. SplitHostDevice makes it a parameter of type bfloat16, and
# there is no way to pass one: arguments of a launch are pointers, integers and floats of 32 or 64 bits. A warning
# says so; the pipeline `build` goes on to LowerTVMBuiltin, which packs the arguments, and stops there. In the sound
# mode the scalar travels as float32 and is bfloat16 again in the kernel.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        half: T.let[T.bfloat16] = T.Cast("bfloat16", T.float32(0.5))
        with T.launch_thread("threadIdx.x", 64) as tx:
            Y[tx] = X[tx] * T.Cast("float32", half)
