#ifdef __cplusplus
extern "C" {
#endif

TVM_DLL void* __tvm_ffi__library_ctx = NULL;

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result);

TVM_DLL int32_t __tvm_ffi_main(void* self_handle, void* args, int32_t num_args, void* result) {
  (void)self_handle;
  (void)args;
  (void)result;
  _Alignas(64) int32_t A_ptr[4];
  {
    int32_t lanes[4];
    lanes[0] = (A_ptr[0 + (1 * 0)] + num_args);
    lanes[1] = (A_ptr[0 + (1 * 1)] + num_args);
    lanes[2] = (A_ptr[0 + (1 * 2)] + num_args);
    lanes[3] = (A_ptr[0 + (1 * 3)] + num_args);
    A_ptr[0 + (1 * 0)] = lanes[0];
    A_ptr[0 + (1 * 1)] = lanes[1];
    A_ptr[0 + (1 * 2)] = lanes[2];
    A_ptr[0 + (1 * 3)] = lanes[3];
  }
  return 0;
}

#ifdef __cplusplus
} /* extern "C" */
#endif
