#ifdef __cplusplus
extern "C" {
#endif
int TVMBackendGetFuncFromEnv(void* library_ctx, const char* name, void** out);
int TVMFFIFunctionCall(void* func, TVMFFIAny* args, int32_t num_args, TVMFFIAny* result);

TVM_DLL void* __tvm_ffi__library_ctx = NULL;
static void* main_kernel_packed = NULL;

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result);

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result) {
  (void)self_handle;
  (void)args;
  (void)result;
  TVMFFIAny stack[2];
  ((TVMFFIAny*)stack)[0].type_index = 1;
  ((TVMFFIAny*)stack)[0].zero_padding = 0;
  ((TVMFFIAny*)stack)[0].v_int64 = (int64_t)num_args;
  {
    TVMFFIAny result_1 = {0};
    if (main_kernel_packed == NULL && TVMBackendGetFuncFromEnv(__tvm_ffi__library_ctx, "main_kernel", &main_kernel_packed) != 0) return -1;
    if (TVMFFIFunctionCall(main_kernel_packed, (TVMFFIAny*)stack, 1, &result_1) != 0) return -1;
  }
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif
