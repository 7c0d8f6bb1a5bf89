#ifdef __cplusplus
extern "C" {
#endif
void TVMFFIErrorSetRaisedFromCStrParts(const char* kind, const char** parts, int32_t num_parts);

TVM_DLL void* __tvm_ffi__library_ctx = NULL;

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result);

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result) {
  (void)self_handle;
  (void)result;
  if (!(num_args == 2)) {
    const char* __tvm_assert_parts[2] = {"expected \"two\"", " arguments"};
    TVMFFIErrorSetRaisedFromCStrParts("TypeError", __tvm_assert_parts, 2);
    return -1;
  }
  if (args == NULL) {
    const char* __tvm_assert_parts[1] = {"no arguments"};
    TVMFFIErrorSetRaisedFromCStrParts("TypeError", __tvm_assert_parts, 1);
    return -1;
  }
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif
