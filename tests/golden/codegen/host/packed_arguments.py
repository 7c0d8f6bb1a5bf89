# check: codegen host
# Before LowerTVMBuiltin the generator fills the values itself; the result can be read.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        code: T.let[T.int32] = T.call_packed("f", "a text", T.float32(1.5), T.bool(True), num_args, args)
        return code
