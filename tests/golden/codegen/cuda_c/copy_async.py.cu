__device__ __forceinline__ void ptx_cp_async_legacy_ca_4_4_4(void* dst, int dst_offset, const void* src, int src_offset) {
  uint to = (uint)__cvta_generic_to_shared((char*)dst + dst_offset * 4);
  const char* from = (const char*)src + src_offset * 4;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to), "l"(from) : "memory");
}

__device__ __forceinline__ void ptx_cp_async_legacy_ca_8_4_4(void* dst, int dst_offset, const void* src, int src_offset) {
  uint to = (uint)__cvta_generic_to_shared((char*)dst + dst_offset * 4);
  const char* from = (const char*)src + src_offset * 4;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(to), "l"(from) : "memory");
}

__device__ __forceinline__ void ptx_cp_async_legacy_cg_16_4_4(void* dst, int dst_offset, const void* src, int src_offset) {
  uint to = (uint)__cvta_generic_to_shared((char*)dst + dst_offset * 4);
  const char* from = (const char*)src + src_offset * 4;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(to), "l"(from) : "memory");
}

__device__ __forceinline__ void ptx_cp_async_legacy_predicated_cg_16_4_4(void* dst, int dst_offset, const void* src, int src_offset, bool is_taken) {
  uint to = (uint)__cvta_generic_to_shared((char*)dst + dst_offset * 4);
  const char* from = (const char*)src + src_offset * 4;
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p cp.async.cg.shared.global [%0], [%1], 16; @!p st.shared.v4.b32 [%0], {0, 0, 0, 0}; }" :: "r"(to), "l"(from), "r"((int)is_taken) : "memory");
}

__device__ __forceinline__ void tvm_builtin_ptx_cp_async_commit_group() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

__device__ __forceinline__ void tvm_builtin_ptx_cp_async_wait_group_0() {
  asm volatile("cp.async.wait_group 0;" ::: "memory");
}

extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr) {
  __shared__ alignas(64) float S_ptr[256];
  ptx_cp_async_legacy_ca_4_4_4(S_ptr, ((int)threadIdx.x), A_ptr, ((int)threadIdx.x));
  ptx_cp_async_legacy_ca_8_4_4(S_ptr, (((int)threadIdx.x) * 2), A_ptr, (((int)threadIdx.x) * 2));
  ptx_cp_async_legacy_cg_16_4_4(S_ptr, (((int)threadIdx.x) * 4), A_ptr, (((int)threadIdx.x) * 4));
  ptx_cp_async_legacy_predicated_cg_16_4_4(S_ptr, (((int)threadIdx.x) * 4), A_ptr, (((int)threadIdx.x) * 4), (((int)threadIdx.x) < 16));
  tvm_builtin_ptx_cp_async_commit_group();
  tvm_builtin_ptx_cp_async_wait_group_0();
  A_ptr[((int)threadIdx.x)] = S_ptr[((int)threadIdx.x)];
}
