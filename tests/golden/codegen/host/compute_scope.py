# check: codegen host
# The body of a compute scope is a function of its own in LLVM; its code is passed on.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        with T.attr({"compute_scope": "main_compute_"}):
            assert num_args > 0, ("ValueError", ["nothing to do"])
            T.call_packed("f", num_args)
        return 0
