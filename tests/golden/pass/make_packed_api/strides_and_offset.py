# check: pass MakePackedAPI
# Strides come from the tensor, or from its extents where it has none. The offset is counted in elements
# and has to be a multiple of what the description promises.

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        A = T.match_buffer(a, (4, 8), strides=("A_s0", "A_s1"), offset_factor=4)
        A[0, 0] = T.float32(0.0)

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 1, ("TypeError", ["the number of arguments", " must be 1", " (", "main(A: Tensor([4, 8], float32))", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "main(A: Tensor([4, 8], float32))", ")"])
        a_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert a_type_index == 0 or a_type_index == 4 or a_type_index == 7 or a_type_index >= 64, ("TypeError", ["A", " must be a tensor", " (argument ", "0", " of ", "main(A: Tensor([4, 8], float32))", ")"])
        a: T.let[T.handle] = T.Select(a_type_index == 70, T.handle_add_byte_offset(T.tvm_struct_get(args, 0, 15, "handle"), 24), T.tvm_struct_get(args, 0, 15, "handle"))
        assert not T.isnullptr(a), ("TypeError", ["A", " must be a tensor", " (argument ", "0", " of ", "main(A: Tensor([4, 8], float32))", ")"])
        assert 2 == T.tvm_struct_get(a, 0, 4, "int32"), ("ValueError", ["A.ndim", " must be 2", " (argument ", "0", " of ", "main(A: Tensor([4, 8], float32))", ")"])
        assert T.tvm_struct_get(a, 0, 5, "uint8") == T.uint8(2) and T.tvm_struct_get(a, 0, 6, "uint8") == T.uint8(32) and T.tvm_struct_get(a, 0, 7, "uint16") == T.uint16(1), ("TypeError", ["A.dtype", " must be float32", " (argument ", "0", " of ", "main(A: Tensor([4, 8], float32))", ")"])
        main_a_shape: T.let[T.handle] = T.tvm_struct_get(a, 0, 2, "handle")
        main_a_strides: T.let[T.handle] = T.tvm_struct_get(a, 0, 3, "handle")
        A_s1: T.let[T.int32] = T.if_then_else(T.isnullptr(main_a_strides), 1, T.Cast("int32", T.tvm_struct_get(main_a_strides, 1, 17, "int64")))
        A_s0: T.let[T.int32] = T.if_then_else(T.isnullptr(main_a_strides), 8, T.Cast("int32", T.tvm_struct_get(main_a_strides, 0, 17, "int64")))
        elem_offset: T.let[T.int32] = T.Cast("int32", T.Div(T.tvm_struct_get(a, 0, 8, "uint64"), T.uint64(4)))
        assert T.truncmod(elem_offset, 4) == 0, ("ValueError", ["A.elem_offset", " must be a multiple of 4", " (argument ", "0", " of ", "main(A: Tensor([4, 8], float32))", ")"])
        assert T.tvm_struct_get(a, 0, 10, "int32") == 1, ("ValueError", ["A.device_type", " must be cpu", " (argument ", "0", " of ", "main(A: Tensor([4, 8], float32))", ")"])
        dev_id: T.let[T.int32] = T.tvm_struct_get(a, 0, 9, "int32")
        A_ptr: T.let[T.handle("float32", "global")] = T.tvm_struct_get(a, 0, 1, "handle")
        with T.attr(A_ptr, "storage_alignment", 64):
            T.attr("default", "device_id", dev_id)
            T.attr("default", "device_type", 1)
            assert not T.isnullptr(A_ptr), ("ValueError", ["A.data", " must not be null", " (argument ", "0", " of ", "main(A: Tensor([4, 8], float32))", ")"])
            assert T.Cast("int32", T.tvm_struct_get(main_a_shape, 0, 17, "int64")) == 4, ("ValueError", ["A.shape[0]", " must be 4", " (argument ", "0", " of ", "main(A: Tensor([4, 8], float32))", ")"])
            assert T.Cast("int32", T.tvm_struct_get(main_a_shape, 1, 17, "int64")) == 8, ("ValueError", ["A.shape[1]", " must be 8", " (argument ", "0", " of ", "main(A: Tensor([4, 8], float32))", ")"])
            A = T.decl_buffer((4, 8), data=A_ptr, strides=(A_s0, A_s1), elem_offset=elem_offset, offset_factor=4)
            with T.attr({"compute_scope": "main_compute_"}):
                A[0, 0] = T.float32(0.0)
            return 0
