# check: codegen host
# A function that others link is declared with the types of its arguments.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        x: T.let[T.float32] = T.call_pure_extern("float32", "expf", T.float32(2.0))
        return T.call_extern("int32", "my_checksum", x, num_args)
