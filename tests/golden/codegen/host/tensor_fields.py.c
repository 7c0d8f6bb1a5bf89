#ifdef __cplusplus
extern "C" {
#endif

TVM_DLL void* __tvm_ffi__library_ctx = NULL;

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result);

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result) {
  (void)self_handle;
  (void)num_args;
  (void)result;
  void* X = ((TVMFFIAny*)args)[0].v_ptr;
  void* shape = ((void*)((DLTensor*)X)[0].shape);
  int32_t n = ((int32_t)((int64_t*)shape)[0]);
  float scale = ((float)((TVMFFIAny*)args)[1].v_float64);
  float* X_ptr = (float*)((void*)((DLTensor*)X)[0].data);
  int32_t i_end = n;
  for (int32_t i = 0; i < i_end; ++i) {
    X_ptr[i] = (X_ptr[i] * scale);
  }
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif
