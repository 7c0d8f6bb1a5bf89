# title: Ill-formed: used out of scope
# group: Programs
# order: 80
# summary: Shared memory and a thread index used after the launch that defines them
# pipeline: split
# cannot execute: variable 'tx' is used where no definition of it is in scope
#
# Ill-formed on purpose: the kind of module that a broken pass produces, written by hand.
#
# `scratch` is defined by the allocation in the first launch and lives until that launch ends. The second launch
# uses it all the same; so would the host use `tx`, which exists only inside of a launch. Verification finds both
# before any pass has run, and points at the definitions, which are out of scope there. Pipeline `split`: every
# step is red, and SplitHostDevice makes parameters of what it cannot find, so that the host passes a pointer
# that is never set.
# from tvm.script import ir as I
# from tvm.script import tirx as T

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((64,), "int32"), Y: T.Buffer((64,), "int32")):
        tx = T.env_thread("threadIdx.x")
        scratch = T.handle("int32", "shared")
        with T.launch_thread(tx, 64):
            first = T.alloc_buffer((64,), "int32", data=scratch, scope="shared")
            first[tx] = X[tx]
            T.tvm_storage_sync("shared")
            X[tx] = first[63 - tx]
        with T.launch_thread("threadIdx.x", 64) as ty:
            second = T.decl_buffer((64,), "int32", data=scratch, scope="shared")
            Y[ty] = second[ty]
        Y[0] = tx
