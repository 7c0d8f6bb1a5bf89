__device__ __forceinline__ void ptx_ldg32(void* dst, const void* src, bool is_taken) {
  uint value = 0;
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.nc.b32 %0, [%1]; }"
    : "+r"(value) : "l"(src), "r"((int)is_taken));
  *(uint*)dst = value;
}

extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr) {
  alignas(64) float L_ptr[2];
  ptx_ldg32(L_ptr + 1, A_ptr + ((int)threadIdx.x), (((int)threadIdx.x) < 16));
  A_ptr[((int)threadIdx.x)] = L_ptr[1];
}
