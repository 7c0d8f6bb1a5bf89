# check: codegen host
# Operations of devices are rejected, each at its place.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        T.cuda.thread_fence() # error: operation 'cuda.thread_fence' has no counterpart on a host
        return 0
