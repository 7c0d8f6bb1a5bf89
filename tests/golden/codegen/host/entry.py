# check: codegen host
# The entry of the module is also there under the name that loaders look for.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def add(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_add", "target": T.target({"keys": ["cpu"], "kind": "llvm"}), "tirx.is_entry_func": True})
        return 0
