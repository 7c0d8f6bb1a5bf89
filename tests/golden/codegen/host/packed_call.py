# check: codegen host
# The handle of a function is looked up once; its stack was filled before.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        stack: T.let[T.handle] = T.tvm_stack_alloca("tvm_ffi_any", 2)
        T.tvm_struct_set(stack, 0, 13, 1)
        T.tvm_struct_set(stack, 0, 14, 0)
        T.tvm_struct_set(stack, 0, 15, T.Cast("int64", num_args))
        T.call_packed_lowered("main_kernel", stack, 0, 1)
        return 0
