# check: codegen host
# Only LowerTVMBuiltin takes memory from the runtime.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        W = T.alloc_buffer((num_args,), "int32") # error: memory 'W' has no constant size; LowerTVMBuiltin takes it from the runtime
        W[0] = 1
        return 0
