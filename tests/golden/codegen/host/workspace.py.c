#ifdef __cplusplus
extern "C" {
#endif
void* TVMBackendAllocWorkspace(int device_type, int device_id, uint64_t nbytes, int dtype_code_hint, int dtype_bits_hint);
int TVMBackendFreeWorkspace(int device_type, int device_id, void* ptr);

TVM_DLL void* __tvm_ffi__library_ctx = NULL;

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result);

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result) {
  (void)self_handle;
  (void)args;
  (void)result;
  float* W_ptr = (float*)TVMBackendAllocWorkspace(1, 0, (uint64_t)4096U, 2, 32);
  if (W_ptr == NULL) {
    return -1;
  }
  W_ptr[num_args] = 0.25f;
  if (TVMBackendFreeWorkspace(1, 0, W_ptr) != 0) {
    return -1;
  }
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif
