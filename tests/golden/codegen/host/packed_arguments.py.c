#ifdef __cplusplus
extern "C" {
#endif
int TVMBackendGetFuncFromEnv(void* library_ctx, const char* name, void** out);
int TVMFFIFunctionCall(void* func, TVMFFIAny* args, int32_t num_args, TVMFFIAny* result);

TVM_DLL void* __tvm_ffi__library_ctx = NULL;
static void* f_packed = NULL;

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result);

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result) {
  (void)self_handle;
  (void)result;
  int32_t code;
  {
    TVMFFIAny arguments[5];
    arguments[0].type_index = 8;
    arguments[0].zero_padding = 0;
    arguments[0].v_c_str = "a text";
    arguments[1].type_index = 3;
    arguments[1].zero_padding = 0;
    arguments[1].v_float64 = 1.5f;
    arguments[2].type_index = 2;
    arguments[2].zero_padding = 0;
    arguments[2].v_int64 = true;
    arguments[3].type_index = 1;
    arguments[3].zero_padding = 0;
    arguments[3].v_int64 = num_args;
    arguments[4].type_index = args == NULL ? 0 : 4;
    arguments[4].zero_padding = 0;
    arguments[4].v_int64 = 0;
    arguments[4].v_ptr = args;
    TVMFFIAny result_1 = {0};
    if (f_packed == NULL && TVMBackendGetFuncFromEnv(__tvm_ffi__library_ctx, "f", &f_packed) != 0) return -1;
    if (TVMFFIFunctionCall(f_packed, arguments, 5, &result_1) != 0) return -1;
    code = ((int32_t)result_1.v_int64);
  }
  return code;
}

#ifdef __cplusplus
} /* extern "C" */
#endif
