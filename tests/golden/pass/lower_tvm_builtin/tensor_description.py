# check: pass LowerTVMBuiltin
# Extents and the description of the tensor lie on the stack; the device is that of the body.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        A: T.let[T.handle("float32", "global")] = T.tvm_struct_get(args, 0, 15, "handle")
        with T.attr("default", "device_id", num_args):
            T.attr("default", "device_type", 1)
            T.call_packed("f", T.tvm_stack_make_array(A, T.tvm_stack_make_shape(4, num_args), 0, 2, T.float32(0.0), num_args))
            return 0

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        stack_ffi_any: T.let[T.handle] = T.tvm_stack_alloca("tvm_ffi_any", 2)
        stack_array: T.let[T.handle] = T.tvm_stack_alloca("array", 1)
        stack_shape: T.let[T.handle("int64")] = T.tvm_stack_alloca("shape", 2)
        stack_shape_1 = T.decl_buffer((T.int64(2),), "int64", data=stack_shape)
        A: T.let[T.handle("float32", "global")] = T.tvm_struct_get(args, 0, 15, "handle")
        stack_shape_1[0] = T.int64(4)
        stack_shape_1[1] = T.Cast("int64", num_args)
        T.tvm_struct_set(stack_array, 0, 1, A)
        T.tvm_struct_set(stack_array, 0, 2, T.address_of(stack_shape_1[0]))
        T.tvm_struct_set(stack_array, 0, 3, T.reinterpret("handle", T.uint64(0)))
        T.tvm_struct_set(stack_array, 0, 4, 2)
        T.tvm_struct_set(stack_array, 0, 5, T.uint8(2))
        T.tvm_struct_set(stack_array, 0, 6, T.uint8(32))
        T.tvm_struct_set(stack_array, 0, 7, T.uint16(1))
        T.tvm_struct_set(stack_array, 0, 8, T.Cast("uint64", num_args * 4))
        T.tvm_struct_set(stack_array, 0, 9, num_args)
        T.tvm_struct_set(stack_array, 0, 10, 1)
        T.tvm_struct_set(stack_ffi_any, 0, 13, 7)
        T.tvm_struct_set(stack_ffi_any, 0, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 0, 15, T.tvm_struct_get(stack_array, 0, 0, "handle"))
        T.tvm_struct_set(stack_ffi_any, 1, 13, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 15, T.int64(0))
        T.call_packed_lowered("f", stack_ffi_any, 0, 1)
        return 0
