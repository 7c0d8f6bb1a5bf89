#ifdef __cplusplus
extern "C" {
#endif

TVM_DLL void* __tvm_ffi__library_ctx = NULL;

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result);
int32_t blocks(int32_t n);

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result) {
  (void)self_handle;
  (void)args;
  ((TVMFFIAny*)result)[0].type_index = 1;
  ((TVMFFIAny*)result)[0].zero_padding = 0;
  ((TVMFFIAny*)result)[0].v_int64 = (int64_t)blocks(num_args);
  return 0;
}

int32_t blocks(int32_t n) {
  return ((n + 31) >> 5);
}

#ifdef __cplusplus
} /* extern "C" */
#endif
