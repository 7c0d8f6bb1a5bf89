# check: pass MakePackedAPI
# The C host takes a private helper that returns a value: no defect.

@I.ir_module
class Before:
    @T.prim_func(private=True, s_tir=True)
    def helper(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "c", "tag": ""})})
        return n + 1

    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((16,), "int32")):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        X[0] = Before.helper(3)

@I.ir_module
class Expected:
    @T.prim_func(private=True, s_tir=True)
    def helper(n: T.int32) -> T.int32:
        T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "c", "tag": ""})})
        return n + 1

    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 1, ("TypeError", ["the number of arguments", " must be 1", " (", "main(X: Tensor([16], int32))", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "main(X: Tensor([16], int32))", ")"])
        X_handle_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert X_handle_type_index == 0 or X_handle_type_index == 4 or X_handle_type_index == 7 or X_handle_type_index >= 64, ("TypeError", ["X", " must be a tensor", " (argument ", "0", " of ", "main(X: Tensor([16], int32))", ")"])
        X_handle: T.let[T.handle] = T.Select(X_handle_type_index == 70, T.handle_add_byte_offset(T.tvm_struct_get(args, 0, 15, "handle"), 24), T.tvm_struct_get(args, 0, 15, "handle"))
        assert not T.isnullptr(X_handle), ("TypeError", ["X", " must be a tensor", " (argument ", "0", " of ", "main(X: Tensor([16], int32))", ")"])
        assert 1 == T.tvm_struct_get(X_handle, 0, 4, "int32"), ("ValueError", ["X.ndim", " must be 1", " (argument ", "0", " of ", "main(X: Tensor([16], int32))", ")"])
        assert T.tvm_struct_get(X_handle, 0, 5, "uint8") == T.uint8(0) and T.tvm_struct_get(X_handle, 0, 6, "uint8") == T.uint8(32) and T.tvm_struct_get(X_handle, 0, 7, "uint16") == T.uint16(1), ("TypeError", ["X.dtype", " must be int32", " (argument ", "0", " of ", "main(X: Tensor([16], int32))", ")"])
        main_X_handle_shape: T.let[T.handle] = T.tvm_struct_get(X_handle, 0, 2, "handle")
        main_X_handle_strides: T.let[T.handle] = T.tvm_struct_get(X_handle, 0, 3, "handle")
        assert T.tvm_struct_get(X_handle, 0, 10, "int32") == 1, ("ValueError", ["X.device_type", " must be cpu", " (argument ", "0", " of ", "main(X: Tensor([16], int32))", ")"])
        dev_id: T.let[T.int32] = T.tvm_struct_get(X_handle, 0, 9, "int32")
        X_ptr: T.let[T.handle("int32", "global")] = T.tvm_struct_get(X_handle, 0, 1, "handle")
        with T.attr(X_ptr, "storage_alignment", 64):
            T.attr("default", "device_id", dev_id)
            T.attr("default", "device_type", 1)
            if not T.isnullptr(main_X_handle_strides):
                assert 1 == T.Cast("int32", T.tvm_struct_get(main_X_handle_strides, 0, 17, "int64")), ("ValueError", ["X.strides", " must be those of a compact tensor", " (argument ", "0", " of ", "main(X: Tensor([16], int32))", ")"])
            assert not T.isnullptr(X_ptr), ("ValueError", ["X.data", " must not be null", " (argument ", "0", " of ", "main(X: Tensor([16], int32))", ")"])
            assert T.Cast("int32", T.tvm_struct_get(main_X_handle_shape, 0, 17, "int64")) == 16, ("ValueError", ["X.shape[0]", " must be 16", " (argument ", "0", " of ", "main(X: Tensor([16], int32))", ")"])
            assert T.uint64(0) == T.tvm_struct_get(X_handle, 0, 8, "uint64"), ("ValueError", ["X.byte_offset", " must be 0", " (argument ", "0", " of ", "main(X: Tensor([16], int32))", ")"])
            X = T.decl_buffer((16,), "int32", data=X_ptr)
            with T.attr({"compute_scope": "main_compute_"}):
                X[0] = Expected.helper(3)
            return 0
