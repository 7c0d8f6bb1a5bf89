# check: pass MakePackedAPI
# The first tensor needs n and the second defines it, so the extent of the first is checked last.
# report:
#   note: main becomes a packed function for llvm: it takes 2 arguments from an array and checks each
#   note: 'dev_id' is read from A.device_id
#   note: 'A_ptr' is read from A.data
#   note: 'n' is read from B.shape[0]
#   note: 'B_ptr' is read from B.data

@I.ir_module
class Before:
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle):
        T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        n = T.int64()
        A = T.match_buffer(a, (n + T.int64(1),), "int32")
        B = T.match_buffer(b, (n,), "int32")
        B[T.int64(0)] = A[T.int64(0)]

@I.ir_module
class Expected:
    @T.prim_func(s_tir=True)
    def main(self_handle: T.handle, args: T.handle, num_args: T.int32, result: T.handle("void", "global")) -> T.int32:
        T.func_attr({"calling_conv": 1, "global_symbol": "__tvm_ffi_main", "target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""})})
        assert num_args == 2, ("TypeError", ["the number of arguments", " must be 2", " (", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
        assert not T.isnullptr(args), ("TypeError", ["the array of arguments", " must not be null", " (", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
        a_type_index: T.let[T.int32] = T.tvm_struct_get(args, 0, 13, "int32")
        assert a_type_index == 0 or a_type_index == 4 or a_type_index == 7 or a_type_index >= 64, ("TypeError", ["A", " must be a tensor", " (argument ", "0", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
        a: T.let[T.handle] = T.Select(a_type_index == 70, T.handle_add_byte_offset(T.tvm_struct_get(args, 0, 15, "handle"), 24), T.tvm_struct_get(args, 0, 15, "handle"))
        b_type_index: T.let[T.int32] = T.tvm_struct_get(args, 1, 13, "int32")
        assert b_type_index == 0 or b_type_index == 4 or b_type_index == 7 or b_type_index >= 64, ("TypeError", ["B", " must be a tensor", " (argument ", "1", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
        b: T.let[T.handle] = T.Select(b_type_index == 70, T.handle_add_byte_offset(T.tvm_struct_get(args, 1, 15, "handle"), 24), T.tvm_struct_get(args, 1, 15, "handle"))
        assert not T.isnullptr(a), ("TypeError", ["A", " must be a tensor", " (argument ", "0", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
        assert 1 == T.tvm_struct_get(a, 0, 4, "int32"), ("ValueError", ["A.ndim", " must be 1", " (argument ", "0", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
        assert T.tvm_struct_get(a, 0, 5, "uint8") == T.uint8(0) and T.tvm_struct_get(a, 0, 6, "uint8") == T.uint8(32) and T.tvm_struct_get(a, 0, 7, "uint16") == T.uint16(1), ("TypeError", ["A.dtype", " must be int32", " (argument ", "0", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
        main_a_shape: T.let[T.handle] = T.tvm_struct_get(a, 0, 2, "handle")
        main_a_strides: T.let[T.handle] = T.tvm_struct_get(a, 0, 3, "handle")
        assert T.tvm_struct_get(a, 0, 10, "int32") == 1, ("ValueError", ["A.device_type", " must be cpu", " (argument ", "0", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
        dev_id: T.let[T.int32] = T.tvm_struct_get(a, 0, 9, "int32")
        A_ptr: T.let[T.handle("int32", "global")] = T.tvm_struct_get(a, 0, 1, "handle")
        with T.attr(A_ptr, "storage_alignment", 64):
            assert not T.isnullptr(b), ("TypeError", ["B", " must be a tensor", " (argument ", "1", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
            assert 1 == T.tvm_struct_get(b, 0, 4, "int32"), ("ValueError", ["B.ndim", " must be 1", " (argument ", "1", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
            assert T.tvm_struct_get(b, 0, 5, "uint8") == T.uint8(0) and T.tvm_struct_get(b, 0, 6, "uint8") == T.uint8(32) and T.tvm_struct_get(b, 0, 7, "uint16") == T.uint16(1), ("TypeError", ["B.dtype", " must be int32", " (argument ", "1", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
            main_b_shape: T.let[T.handle] = T.tvm_struct_get(b, 0, 2, "handle")
            n: T.let[T.int64] = T.tvm_struct_get(main_b_shape, 0, 17, "int64")
            main_b_strides: T.let[T.handle] = T.tvm_struct_get(b, 0, 3, "handle")
            assert T.tvm_struct_get(b, 0, 10, "int32") == 1, ("ValueError", ["B.device_type", " must be cpu", " (argument ", "1", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
            B_ptr: T.let[T.handle("int32", "global")] = T.tvm_struct_get(b, 0, 1, "handle")
            with T.attr(B_ptr, "storage_alignment", 64):
                T.attr("default", "device_id", dev_id)
                T.attr("default", "device_type", 1)
                if not T.isnullptr(main_a_strides):
                    assert n + T.int64(1) == T.int64(1) or T.int64(1) == T.tvm_struct_get(main_a_strides, 0, 17, "int64"), ("ValueError", ["A.strides", " must be those of a compact tensor", " (argument ", "0", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
                assert n + T.int64(1) == T.int64(0) or not T.isnullptr(A_ptr), ("ValueError", ["A.data", " must not be null", " (argument ", "0", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
                if not T.isnullptr(main_b_strides):
                    assert n == T.int64(1) or T.int64(1) == T.tvm_struct_get(main_b_strides, 0, 17, "int64"), ("ValueError", ["B.strides", " must be those of a compact tensor", " (argument ", "1", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
                assert dev_id == T.tvm_struct_get(b, 0, 9, "int32"), ("ValueError", ["B.device_id", " must equal A.device_id", " (argument ", "1", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
                assert n == T.int64(0) or not T.isnullptr(B_ptr), ("ValueError", ["B.data", " must not be null", " (argument ", "1", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
                assert n + T.int64(1) == T.tvm_struct_get(main_a_shape, 0, 17, "int64"), ("ValueError", ["A.shape[0]", " must be n + 1", " (argument ", "0", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
                assert T.uint64(0) == T.tvm_struct_get(a, 0, 8, "uint64"), ("ValueError", ["A.byte_offset", " must be 0", " (argument ", "0", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
                assert T.uint64(0) == T.tvm_struct_get(b, 0, 8, "uint64"), ("ValueError", ["B.byte_offset", " must be 0", " (argument ", "1", " of ", "main(A: Tensor([n + 1], int32), B: Tensor([n], int32))", ")"])
                A = T.decl_buffer((n + T.int64(1),), "int32", data=A_ptr)
                B = T.decl_buffer((n,), "int32", data=B_ptr)
                with T.attr({"compute_scope": "main_compute_"}):
                    B[T.int64(0)] = A[T.int64(0)]
                return 0
