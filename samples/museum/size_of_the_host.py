# title: A kernel's memory has the host's size
# group: Museum
# topic: Memory of the wrong threads
# order: 2445
# summary: The size of a kernel's local buffer depends on a variable of the host
# pipeline: split
# fix: split in sound mode
# bad pass: SplitHostDevice
# error: buffer 'line' has a size that depends on 'n', which is out of scope here: it belongs to function 'main'
# error line: line = T.alloc_local
# execution: refused: is used where no definition of it is in scope
# computes: Y[i] = X[63 - i] + X[i]
#
# A size that stays with the host.
#
# SplitHostDevice makes `n` a parameter of the kernel. Host and kernel must not share the variable, so the one in the kernel
# is renamed at the end, but not in the extents of what the kernel allocates: `line` has as many elements as the *host's* `n`
# says, which the kernel does not know. The sound mode renames it there too. On a GPU, only a constant size helps: a
# thread's own memory cannot grow.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(x: T.handle, y: T.handle):
        n = T.int32()
        X = T.match_buffer(x, (n,), "float32")
        Y = T.match_buffer(y, (n,), "float32")
        with T.launch_thread("threadIdx.x", n) as tx:
            line = T.alloc_buffer((n,), "float32", scope="local")
            for i in range(n):
                line[i] = X[n - 1 - i]
            Y[tx] = line[tx] + X[tx]
