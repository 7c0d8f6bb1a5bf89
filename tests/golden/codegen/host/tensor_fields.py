# check: codegen host
# Arguments are read from the array of tagged values, and fields from the tensors that they point to.
@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm"})})
        X: T.let[T.handle] = T.tvm_struct_get(args, 0, 15, "handle")
        shape: T.let[T.handle] = T.tvm_struct_get(X, 0, 2, "handle")
        n: T.let[T.int32] = T.Cast("int32", T.tvm_struct_get(shape, 0, 17, "int64"))
        scale: T.let[T.float32] = T.Cast("float32", T.tvm_struct_get(args, 1, 15, "float64"))
        X_ptr: T.let[T.handle("float32", "global")] = T.tvm_struct_get(X, 0, 1, "handle")
        X_1 = T.decl_buffer((n,), data=X_ptr)
        for i in range(n):
            X_1[i] = X_1[i] * scale
        return 0
