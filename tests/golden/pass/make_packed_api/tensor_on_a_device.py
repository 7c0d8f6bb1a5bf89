# check: pass MakePackedAPI
# The device of the first tensor is made the current one before the old body runs.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(X: T.Buffer((4, 8), "float16")):
        T.func_attr({"target": T.target({"arch": "sm_90", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
        T.call_packed("main_kernel", X.data, 32)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 1, ("TypeError", ["the number of arguments", " must be 1", " (", "main(X: Tensor([4, 8], float16))", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "main(X: Tensor([4, 8], float16))", ")"])
        X_handle_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert X_handle_type_index == 0 or X_handle_type_index == 4 or X_handle_type_index == 7 or X_handle_type_index >= 64, ("TypeError", ["X", " must be a tensor", " (argument ", "0", " of ", "main(X: Tensor([4, 8], float16))", ")"])
        X_handle: T.let[T.handle] = T.Select(X_handle_type_index == 70, T.handle_add_byte_offset(T.tvm_struct_get(args, 0, 15, "handle"), 24), T.tvm_struct_get(args, 0, 15, "handle"))
        assert not T.isnullptr(X_handle), ("TypeError", ["X", " must be a tensor", " (argument ", "0", " of ", "main(X: Tensor([4, 8], float16))", ")"])
        assert 2 == T.tvm_struct_get(X_handle, 0, 4, "int32"), ("ValueError", ["X.ndim", " must be 2", " (argument ", "0", " of ", "main(X: Tensor([4, 8], float16))", ")"])
        assert T.tvm_struct_get(X_handle, 0, 5, "uint8") == T.uint8(2) and T.tvm_struct_get(X_handle, 0, 6, "uint8") == T.uint8(16) and T.tvm_struct_get(X_handle, 0, 7, "uint16") == T.uint16(1), ("TypeError", ["X.dtype", " must be float16", " (argument ", "0", " of ", "main(X: Tensor([4, 8], float16))", ")"])
        main_X_handle_shape: T.let[T.handle] = T.tvm_struct_get(X_handle, 0, 2, "handle")
        main_X_handle_strides: T.let[T.handle] = T.tvm_struct_get(X_handle, 0, 3, "handle")
        assert T.tvm_struct_get(X_handle, 0, 10, "int32") == 2, ("ValueError", ["X.device_type", " must be cuda", " (argument ", "0", " of ", "main(X: Tensor([4, 8], float16))", ")"])
        dev_id: T.let[T.int32] = T.tvm_struct_get(X_handle, 0, 9, "int32")
        X_ptr: T.let[T.handle("float16", "global")] = T.tvm_struct_get(X_handle, 0, 1, "handle")
        with T.attr(X_ptr, "storage_alignment", 64):
            T.attr("default", "device_id", dev_id)
            T.attr("default", "device_type", 2)
            if not T.isnullptr(main_X_handle_strides):
                assert 1 == T.Cast("int32", T.tvm_struct_get(main_X_handle_strides, 1, 17, "int64")) and 8 == T.Cast("int32", T.tvm_struct_get(main_X_handle_strides, 0, 17, "int64")), ("ValueError", ["X.strides", " must be those of a compact tensor", " (argument ", "0", " of ", "main(X: Tensor([4, 8], float16))", ")"])
            assert not T.isnullptr(X_ptr), ("ValueError", ["X.data", " must not be null", " (argument ", "0", " of ", "main(X: Tensor([4, 8], float16))", ")"])
            assert T.Cast("int32", T.tvm_struct_get(main_X_handle_shape, 0, 17, "int64")) == 4, ("ValueError", ["X.shape[0]", " must be 4", " (argument ", "0", " of ", "main(X: Tensor([4, 8], float16))", ")"])
            assert T.Cast("int32", T.tvm_struct_get(main_X_handle_shape, 1, 17, "int64")) == 8, ("ValueError", ["X.shape[1]", " must be 8", " (argument ", "0", " of ", "main(X: Tensor([4, 8], float16))", ")"])
            assert T.uint64(0) == T.tvm_struct_get(X_handle, 0, 8, "uint64"), ("ValueError", ["X.byte_offset", " must be 0", " (argument ", "0", " of ", "main(X: Tensor([4, 8], float16))", ")"])
            X = T.decl_buffer((4, 8), "float16", data=X_ptr)
            T.call_packed("__tvm_set_device", 2, dev_id)
            with T.attr({"compute_scope": "main_compute_"}):
                T.call_packed("main_kernel", X_ptr, 32)
            return 0
