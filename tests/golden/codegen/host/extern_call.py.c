#ifdef __cplusplus
extern "C" {
#endif
int32_t my_checksum(float, int32_t);

TVM_DLL void* __tvm_ffi__library_ctx = NULL;

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result);

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result) {
  (void)self_handle;
  (void)args;
  (void)result;
  float x = expf(2.0f);
  return my_checksum(x, num_args);
}

#ifdef __cplusplus
} /* extern "C" */
#endif
