#ifdef __cplusplus
extern "C" {
#endif
int TVMBackendGetFuncFromEnv(void* library_ctx, const char* name, void** out);
void TVMFFIErrorSetRaisedFromCStrParts(const char* kind, const char** parts, int32_t num_parts);
int TVMFFIFunctionCall(void* func, TVMFFIAny* args, int32_t num_args, TVMFFIAny* result);

TVM_DLL void* __tvm_ffi__library_ctx = NULL;
static void* f_packed = NULL;

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result);

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result) {
  (void)self_handle;
  (void)args;
  (void)result;
  if (!(num_args > 0)) {
    const char* __tvm_assert_parts[1] = {"nothing to do"};
    TVMFFIErrorSetRaisedFromCStrParts("ValueError", __tvm_assert_parts, 1);
    return -1;
  }
  {
    TVMFFIAny arguments[1];
    arguments[0].type_index = 1;
    arguments[0].zero_padding = 0;
    arguments[0].v_int64 = num_args;
    TVMFFIAny result_1 = {0};
    if (f_packed == NULL && TVMBackendGetFuncFromEnv(__tvm_ffi__library_ctx, "f", &f_packed) != 0) return -1;
    if (TVMFFIFunctionCall(f_packed, arguments, 1, &result_1) != 0) return -1;
  }
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif
