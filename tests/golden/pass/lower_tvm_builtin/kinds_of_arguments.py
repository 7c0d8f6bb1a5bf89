# check: pass LowerTVMBuiltin
# A slot per argument: type index, padding, content of 64 bits; a pointer that is null counts as nothing.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        A: T.let[T.handle("float32", "global")] = T.tvm_struct_get(args, 0, 15, "handle")
        T.call_packed("f", A, "text", num_args, T.float32(0.5), num_args > 1)
        return 0

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        stack_ffi_any: T.let[T.handle] = T.tvm_stack_alloca("tvm_ffi_any", 6)
        A: T.let[T.handle("float32", "global")] = T.tvm_struct_get(args, 0, 15, "handle")
        if T.isnullptr(A):
            T.tvm_struct_set(stack_ffi_any, 0, 13, 0)
        else:
            T.tvm_struct_set(stack_ffi_any, 0, 13, 4)
        T.tvm_struct_set(stack_ffi_any, 0, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 0, 15, A)
        T.tvm_struct_set(stack_ffi_any, 1, 13, 8)
        T.tvm_struct_set(stack_ffi_any, 1, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 15, "text")
        T.tvm_struct_set(stack_ffi_any, 2, 13, 1)
        T.tvm_struct_set(stack_ffi_any, 2, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 2, 15, T.Cast("int64", num_args))
        T.tvm_struct_set(stack_ffi_any, 3, 13, 3)
        T.tvm_struct_set(stack_ffi_any, 3, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 3, 15, T.Cast("float64", T.float32(0.5)))
        T.tvm_struct_set(stack_ffi_any, 4, 13, 2)
        T.tvm_struct_set(stack_ffi_any, 4, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 4, 15, T.Cast("int64", num_args > 1))
        T.tvm_struct_set(stack_ffi_any, 5, 13, 0)
        T.tvm_struct_set(stack_ffi_any, 5, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 5, 15, T.int64(0))
        T.call_packed_lowered("f", stack_ffi_any, 0, 5)
        return 0
