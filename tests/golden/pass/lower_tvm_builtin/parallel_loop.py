# check: pass LowerTVMBuiltin
# Iterations of a parallel loop run side by side: each has stack memory of its own.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        T.call_packed("f", num_args)
        for i in T.parallel(4):
            T.call_packed("g", i, i)
        return 0

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        stack_ffi_any: T.let[T.handle] = T.tvm_stack_alloca("tvm_ffi_any", 2)
        T.tvm_struct_set(stack_ffi_any, 0, 13, 1)
        T.tvm_struct_set(stack_ffi_any, 0, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 0, 15, T.Cast("int64", num_args))
        T.tvm_struct_set(stack_ffi_any, 1, 13, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 15, T.int64(0))
        T.call_packed_lowered("f", stack_ffi_any, 0, 1)
        for i in T.parallel(4):
            stack_ffi_any_1: T.let[T.handle] = T.tvm_stack_alloca("tvm_ffi_any", 3)
            T.tvm_struct_set(stack_ffi_any_1, 0, 13, 1)
            T.tvm_struct_set(stack_ffi_any_1, 0, 14, 0)
            T.tvm_struct_set(stack_ffi_any_1, 0, 15, T.Cast("int64", i))
            T.tvm_struct_set(stack_ffi_any_1, 1, 13, 1)
            T.tvm_struct_set(stack_ffi_any_1, 1, 14, 0)
            T.tvm_struct_set(stack_ffi_any_1, 1, 15, T.Cast("int64", i))
            T.tvm_struct_set(stack_ffi_any_1, 2, 13, 0)
            T.tvm_struct_set(stack_ffi_any_1, 2, 14, 0)
            T.tvm_struct_set(stack_ffi_any_1, 2, 15, T.int64(0))
            T.call_packed_lowered("g", stack_ffi_any_1, 0, 2)
        return 0
