# check: pass MakePackedAPI
# The first tensor binds the device, the second is compared with it, and the device is set.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((16,), "float32"), Y: T.Buffer((16,), "float32")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("kernel", X.data, Y.data, 16)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 2, ("TypeError", ["the number of arguments", " must be 2", " (", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
        X_handle_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert X_handle_type_index == 0 or X_handle_type_index == 4 or X_handle_type_index == 7 or X_handle_type_index >= 64, ("TypeError", ["X", " must be a tensor", " (argument ", "0", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
        X_handle: T.let[T.handle] = T.Select(X_handle_type_index == 70, T.handle_add_byte_offset(T.tvm_struct_get(args, 0, 15, "handle"), 24), T.tvm_struct_get(args, 0, 15, "handle"))
        Y_handle_type_index: T.let[T.int32] = T.tvm_struct_get(args, 1, 13, "int32")
        assert Y_handle_type_index == 0 or Y_handle_type_index == 4 or Y_handle_type_index == 7 or Y_handle_type_index >= 64, ("TypeError", ["Y", " must be a tensor", " (argument ", "1", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
        Y_handle: T.let[T.handle] = T.Select(Y_handle_type_index == 70, T.handle_add_byte_offset(T.tvm_struct_get(args, 1, 15, "handle"), 24), T.tvm_struct_get(args, 1, 15, "handle"))
        assert not T.isnullptr(X_handle), ("TypeError", ["X", " must be a tensor", " (argument ", "0", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
        assert 1 == T.tvm_struct_get(X_handle, 0, 4, "int32"), ("ValueError", ["X.ndim", " must be 1", " (argument ", "0", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
        assert T.tvm_struct_get(X_handle, 0, 5, "uint8") == T.uint8(2) and T.tvm_struct_get(X_handle, 0, 6, "uint8") == T.uint8(32) and T.tvm_struct_get(X_handle, 0, 7, "uint16") == T.uint16(1), ("TypeError", ["X.dtype", " must be float32", " (argument ", "0", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
        main_X_handle_shape: T.let[T.handle] = T.tvm_struct_get(X_handle, 0, 2, "handle")
        main_X_handle_strides: T.let[T.handle] = T.tvm_struct_get(X_handle, 0, 3, "handle")
        assert T.tvm_struct_get(X_handle, 0, 10, "int32") == 2, ("ValueError", ["X.device_type", " must be cuda", " (argument ", "0", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
        dev_id: T.let[T.int32] = T.tvm_struct_get(X_handle, 0, 9, "int32")
        X_ptr: T.let[T.handle("float32", "global")] = T.tvm_struct_get(X_handle, 0, 1, "handle")
        with T.attr(X_ptr, "storage_alignment", 64):
            assert not T.isnullptr(Y_handle), ("TypeError", ["Y", " must be a tensor", " (argument ", "1", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
            assert 1 == T.tvm_struct_get(Y_handle, 0, 4, "int32"), ("ValueError", ["Y.ndim", " must be 1", " (argument ", "1", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
            assert T.tvm_struct_get(Y_handle, 0, 5, "uint8") == T.uint8(2) and T.tvm_struct_get(Y_handle, 0, 6, "uint8") == T.uint8(32) and T.tvm_struct_get(Y_handle, 0, 7, "uint16") == T.uint16(1), ("TypeError", ["Y.dtype", " must be float32", " (argument ", "1", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
            main_Y_handle_shape: T.let[T.handle] = T.tvm_struct_get(Y_handle, 0, 2, "handle")
            main_Y_handle_strides: T.let[T.handle] = T.tvm_struct_get(Y_handle, 0, 3, "handle")
            assert T.tvm_struct_get(Y_handle, 0, 10, "int32") == 2, ("ValueError", ["Y.device_type", " must be cuda", " (argument ", "1", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
            Y_ptr: T.let[T.handle("float32", "global")] = T.tvm_struct_get(Y_handle, 0, 1, "handle")
            with T.attr(Y_ptr, "storage_alignment", 64):
                T.attr("default", "device_id", dev_id)
                T.attr("default", "device_type", 2)
                if not T.isnullptr(main_X_handle_strides):
                    assert 1 == T.Cast("int32", T.tvm_struct_get(main_X_handle_strides, 0, 17, "int64")), ("ValueError", ["X.strides", " must be those of a compact tensor", " (argument ", "0", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
                assert not T.isnullptr(X_ptr), ("ValueError", ["X.data", " must not be null", " (argument ", "0", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
                if not T.isnullptr(main_Y_handle_strides):
                    assert 1 == T.Cast("int32", T.tvm_struct_get(main_Y_handle_strides, 0, 17, "int64")), ("ValueError", ["Y.strides", " must be those of a compact tensor", " (argument ", "1", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
                assert dev_id == T.tvm_struct_get(Y_handle, 0, 9, "int32"), ("ValueError", ["Y.device_id", " must equal X.device_id", " (argument ", "1", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
                assert not T.isnullptr(Y_ptr), ("ValueError", ["Y.data", " must not be null", " (argument ", "1", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
                assert T.Cast("int32", T.tvm_struct_get(main_X_handle_shape, 0, 17, "int64")) == 16, ("ValueError", ["X.shape[0]", " must be 16", " (argument ", "0", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
                assert T.uint64(0) == T.tvm_struct_get(X_handle, 0, 8, "uint64"), ("ValueError", ["X.byte_offset", " must be 0", " (argument ", "0", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
                assert T.Cast("int32", T.tvm_struct_get(main_Y_handle_shape, 0, 17, "int64")) == 16, ("ValueError", ["Y.shape[0]", " must be 16", " (argument ", "1", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
                assert T.uint64(0) == T.tvm_struct_get(Y_handle, 0, 8, "uint64"), ("ValueError", ["Y.byte_offset", " must be 0", " (argument ", "1", " of ", "main(X: Tensor([16], float32), Y: Tensor([16], float32))", ")"])
                X = T.decl_buffer((16,), data=X_ptr)
                Y = T.decl_buffer((16,), data=Y_ptr)
                T.call_packed("__tvm_set_device", 2, dev_id)
                with T.attr({"compute_scope": "main_compute_"}):
                    T.call_packed("kernel", X_ptr, Y_ptr, 16)
                return 0
