__device__ __forceinline__ void ptx_cp_async_legacy_cg_16_1_4(void* dst, int dst_offset, const void* src, int src_offset) {
  uint to = (uint)__cvta_generic_to_shared((char*)dst + dst_offset * 1);
  const char* from = (const char*)src + src_offset * 4;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(to), "l"(from) : "memory");
}

__device__ __forceinline__ void tvm_builtin_ptx_cp_async_commit_group() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

__device__ __forceinline__ void tvm_builtin_ptx_cp_async_wait_group_1() {
  asm volatile("cp.async.wait_group 1;" ::: "memory");
}

extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr) {
  extern __shared__ __align__(64) uchar buf_dyn_shmem_ptr[];
  ptx_cp_async_legacy_cg_16_1_4(buf_dyn_shmem_ptr, (((int)threadIdx.x) * 16), A_ptr, (((int)threadIdx.x) * 4));
  tvm_builtin_ptx_cp_async_commit_group();
  tvm_builtin_ptx_cp_async_wait_group_1();
  A_ptr[((int)threadIdx.x)] = ((float*)buf_dyn_shmem_ptr)[((int)threadIdx.x)];
}
