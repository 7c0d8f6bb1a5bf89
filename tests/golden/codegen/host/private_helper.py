# check: codegen host
# A helper of the module answers a value, on both kinds of host.
@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def blocks(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        return T.shift_right(n + 31, 5)

    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        T.tvm_struct_set(result, 0, 13, 1)
        T.tvm_struct_set(result, 0, 14, 0)
        T.tvm_struct_set(result, 0, 15, T.Cast("int64", Before.blocks(num_args)))
        return 0
