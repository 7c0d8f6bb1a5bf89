# check: pass LowerTVMBuiltin
# Copies of memory are methods of the device that the body works on.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        A: T.let[T.handle("float32", "global")] = T.tvm_struct_get(args, 0, 15, "handle")
        with T.attr("default", "device_id", 0):
            T.attr("default", "device_type", 16)
            T.dma_copy(0, A, A, 16, T.bool(False))
            T.dma_wait(0, 0)
            return 0

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        stack_ffi_any: T.let[T.handle] = T.tvm_stack_alloca("tvm_ffi_any", 6)
        A: T.let[T.handle("float32", "global")] = T.tvm_struct_get(args, 0, 15, "handle")
        T.tvm_struct_set(stack_ffi_any, 0, 13, 1)
        T.tvm_struct_set(stack_ffi_any, 0, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 0, 15, T.Cast("int64", 0))
        if T.isnullptr(A):
            T.tvm_struct_set(stack_ffi_any, 1, 13, 0)
        else:
            T.tvm_struct_set(stack_ffi_any, 1, 13, 4)
        T.tvm_struct_set(stack_ffi_any, 1, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 15, A)
        if T.isnullptr(A):
            T.tvm_struct_set(stack_ffi_any, 2, 13, 0)
        else:
            T.tvm_struct_set(stack_ffi_any, 2, 13, 4)
        T.tvm_struct_set(stack_ffi_any, 2, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 2, 15, A)
        T.tvm_struct_set(stack_ffi_any, 3, 13, 1)
        T.tvm_struct_set(stack_ffi_any, 3, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 3, 15, T.Cast("int64", 16))
        T.tvm_struct_set(stack_ffi_any, 4, 13, 2)
        T.tvm_struct_set(stack_ffi_any, 4, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 4, 15, T.Cast("int64", T.bool(False)))
        T.tvm_struct_set(stack_ffi_any, 5, 13, 0)
        T.tvm_struct_set(stack_ffi_any, 5, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 5, 15, T.int64(0))
        T.call_packed_lowered("device_api.hexagon.dma_copy", stack_ffi_any, 0, 5)
        T.tvm_struct_set(stack_ffi_any, 0, 13, 1)
        T.tvm_struct_set(stack_ffi_any, 0, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 0, 15, T.Cast("int64", 0))
        T.tvm_struct_set(stack_ffi_any, 1, 13, 1)
        T.tvm_struct_set(stack_ffi_any, 1, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 15, T.Cast("int64", 0))
        T.tvm_struct_set(stack_ffi_any, 2, 13, 0)
        T.tvm_struct_set(stack_ffi_any, 2, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 2, 15, T.int64(0))
        T.call_packed_lowered("device_api.hexagon.dma_wait", stack_ffi_any, 0, 2)
        return 0
