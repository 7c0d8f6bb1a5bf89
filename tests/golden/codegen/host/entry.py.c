#ifdef __cplusplus
extern "C" {
#endif

TVM_DLL void* __tvm_ffi__library_ctx = NULL;

TVM_DLL int32_t __tvm_ffi_add(void* self_handle, void* args, int32_t num_args, void* result);

TVM_DLL int32_t __tvm_ffi_add(void* self_handle, void* args, int32_t num_args, void* result) {
  (void)self_handle;
  (void)args;
  (void)num_args;
  (void)result;
  return 0;
}

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result) {
  return __tvm_ffi_add(self_handle, args, num_args, result);
}

#ifdef __cplusplus
} /* extern "C" */
#endif
