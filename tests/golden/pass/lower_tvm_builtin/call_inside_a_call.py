# check: pass LowerTVMBuiltin
# The inner call has slots after those of the outer one, but its return slot is one of the outer call (as in TVM).

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        T.call_packed("f", num_args, T.call_packed("g", num_args))
        return 0

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        stack_ffi_any: T.let[T.handle] = T.tvm_stack_alloca("tvm_ffi_any", 5)
        T.tvm_struct_set(stack_ffi_any, 3, 13, 1)
        T.tvm_struct_set(stack_ffi_any, 3, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 3, 15, T.Cast("int64", num_args))
        T.tvm_struct_set(stack_ffi_any, 1, 13, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 15, T.int64(0))
        T.tvm_struct_set(stack_ffi_any, 0, 13, 1)
        T.tvm_struct_set(stack_ffi_any, 0, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 0, 15, T.Cast("int64", num_args))
        T.tvm_struct_set(stack_ffi_any, 1, 13, 1)
        T.tvm_struct_set(stack_ffi_any, 1, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 15, T.Cast("int64", T.call_packed_lowered("g", stack_ffi_any, 3, 4)))
        T.tvm_struct_set(stack_ffi_any, 2, 13, 0)
        T.tvm_struct_set(stack_ffi_any, 2, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 2, 15, T.int64(0))
        T.call_packed_lowered("f", stack_ffi_any, 0, 2)
        return 0
