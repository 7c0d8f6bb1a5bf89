# check: pass LowerTVMBuiltin
# Items of a list go into slots, and the result of a call into a list, by functions of the runtime.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        T.anylist_setitem_call_packed(args, 2, "f", T.anylist_getitem(args, 0), num_args)
        return 0

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        stack_ffi_any: T.let[T.handle] = T.tvm_stack_alloca("tvm_ffi_any", 3)
        T.tirx.TVMBackendAnyListSetPackedArg(args, 0, stack_ffi_any, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 13, 1)
        T.tvm_struct_set(stack_ffi_any, 1, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 1, 15, T.Cast("int64", num_args))
        T.tvm_struct_set(stack_ffi_any, 2, 13, 0)
        T.tvm_struct_set(stack_ffi_any, 2, 14, 0)
        T.tvm_struct_set(stack_ffi_any, 2, 15, T.int64(0))
        T.tirx.TVMBackendAnyListMoveFromPackedReturn(args, 2, T.call_packed_lowered("f", stack_ffi_any, 0, 2))
        return 0
