# title: A private function returns a value
# group: Museum
# topic: Calls between host and device
# order: 2240
# summary: The module is correct, but TVM's LLVM code generator rejects it
# pipeline: split
# fix: split in sound mode
# bad pass: MakePackedAPI
# computes: Y[i] = X[i] + 1
#
# A private helper of the host that returns a value.
#
# `blocks_for` is called on the host only and stays a plain function: MakePackedAPI packs exported functions. TVM's
# code generator for LLVM wants every function to return an error code and rejects the value at its `return`; the
# one for C accepts it. No verdict is red, since the module is well-formed; a note says that TVM rejects it. The
# code generators of Tirscope accept it.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def blocks_for(n: T.int32) -> T.int32:
        return (n + 31) // 32

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "float32"), Y: T.Buffer((64,), "float32")):
        blocks: T.let[T.int32] = Module.blocks_for(64)
        bx = T.launch_thread("blockIdx.x", blocks)
        tx = T.launch_thread("threadIdx.x", 32)
        Y[bx * 32 + tx] = X[bx * 32 + tx] + T.float32(1.0)
