# check: codegen host
# The runtime gets the message of an error in pieces, and the function returns -1.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        assert num_args == 2, ("TypeError", ["expected \"two\"", " arguments"])
        assert not T.isnullptr(args), ("TypeError", ["no arguments"])
        return 0
