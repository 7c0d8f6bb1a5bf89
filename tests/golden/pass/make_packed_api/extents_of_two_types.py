# check: pass MakePackedAPI
# Strides are compared in the type of the first extent, each extent in its own type.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(x: T.handle):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        n = T.int64()
        X = T.match_buffer(x, (n, 16))
        X[0, 0] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 1, ("TypeError", ["the number of arguments", " must be 1", " (", "main(X: Tensor([n, 16], float32))", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "main(X: Tensor([n, 16], float32))", ")"])
        x_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert x_type_index == 0 or x_type_index == 4 or x_type_index == 7 or x_type_index >= 64, ("TypeError", ["X", " must be a tensor", " (argument ", "0", " of ", "main(X: Tensor([n, 16], float32))", ")"])
        x: T.let[T.handle] = T.Select(x_type_index == 70, T.handle_add_byte_offset(T.tvm_struct_get(args, 0, 15, "handle"), 24), T.tvm_struct_get(args, 0, 15, "handle"))
        assert not T.isnullptr(x), ("TypeError", ["X", " must be a tensor", " (argument ", "0", " of ", "main(X: Tensor([n, 16], float32))", ")"])
        assert 2 == T.tvm_struct_get(x, 0, 4, "int32"), ("ValueError", ["X.ndim", " must be 2", " (argument ", "0", " of ", "main(X: Tensor([n, 16], float32))", ")"])
        assert T.tvm_struct_get(x, 0, 5, "uint8") == T.uint8(2) and T.tvm_struct_get(x, 0, 6, "uint8") == T.uint8(32) and T.tvm_struct_get(x, 0, 7, "uint16") == T.uint16(1), ("TypeError", ["X.dtype", " must be float32", " (argument ", "0", " of ", "main(X: Tensor([n, 16], float32))", ")"])
        main_x_shape: T.let[T.handle] = T.tvm_struct_get(x, 0, 2, "handle")
        n: T.let[T.int64] = T.tvm_struct_get(main_x_shape, 0, 17, "int64")
        main_x_strides: T.let[T.handle] = T.tvm_struct_get(x, 0, 3, "handle")
        assert T.tvm_struct_get(x, 0, 10, "int32") == 1, ("ValueError", ["X.device_type", " must be cpu", " (argument ", "0", " of ", "main(X: Tensor([n, 16], float32))", ")"])
        dev_id: T.let[T.int32] = T.tvm_struct_get(x, 0, 9, "int32")
        X_ptr: T.let[T.handle("float32", "global")] = T.tvm_struct_get(x, 0, 1, "handle")
        with T.attr(X_ptr, "storage_alignment", 64):
            T.attr("default", "device_id", dev_id)
            T.attr("default", "device_type", 1)
            if not T.isnullptr(main_x_strides):
                assert T.int64(1) == T.tvm_struct_get(main_x_strides, 1, 17, "int64") and (n == T.int64(1) or T.int64(16) == T.tvm_struct_get(main_x_strides, 0, 17, "int64")), ("ValueError", ["X.strides", " must be those of a compact tensor", " (argument ", "0", " of ", "main(X: Tensor([n, 16], float32))", ")"])
            assert n * T.int64(16) == T.int64(0) or not T.isnullptr(X_ptr), ("ValueError", ["X.data", " must not be null", " (argument ", "0", " of ", "main(X: Tensor([n, 16], float32))", ")"])
            assert T.Cast("int32", T.tvm_struct_get(main_x_shape, 1, 17, "int64")) == 16, ("ValueError", ["X.shape[1]", " must be 16", " (argument ", "0", " of ", "main(X: Tensor([n, 16], float32))", ")"])
            assert T.uint64(0) == T.tvm_struct_get(x, 0, 8, "uint64"), ("ValueError", ["X.byte_offset", " must be 0", " (argument ", "0", " of ", "main(X: Tensor([n, 16], float32))", ")"])
            X = T.decl_buffer((n, 16), data=X_ptr)
            with T.attr({"compute_scope": "main_compute_"}):
                X[0, 0] = T.float32(0.0)
            return 0
