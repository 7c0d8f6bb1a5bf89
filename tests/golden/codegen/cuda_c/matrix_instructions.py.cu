#include <cuda_fp16.h>

__device__ __forceinline__ void ptx_ldmatrix_x2_trans(void* dst, const void* src) {
  uint* r = (uint*)dst;
  uint from = (uint)__cvta_generic_to_shared(src);
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
    : "=r"(r[0]), "=r"(r[1]) : "r"(from) : "memory");
}

__device__ __forceinline__ void ptx_ldmatrix_x4(void* dst, const void* src) {
  uint* r = (uint*)dst;
  uint from = (uint)__cvta_generic_to_shared(src);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
    : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(from) : "memory");
}

__device__ __forceinline__ void ptx_mma_m16n8k16_row_col_f32_f16_f16(void* accumulator, const void* left, const void* right) {
  float* c = (float*)accumulator;
  const uint* a = (const uint*)left;
  const uint* b = (const uint*)right;
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
    : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
    : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ A_ptr, float* __restrict__ C_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ A_ptr, float* __restrict__ C_ptr) {
  __shared__ alignas(64) half S_ptr[256];
  alignas(64) half a_ptr[8];
  alignas(64) half b_ptr[4];
  alignas(64) float c_ptr[4];
  S_ptr[((int)threadIdx.x)] = A_ptr[((int)threadIdx.x)];
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    (((float*)c_ptr) + 0)[i] = (float)0;
  }
  ptx_ldmatrix_x4((((half*)a_ptr) + 0), (((half*)S_ptr) + (((int)threadIdx.x) * 8)));
  ptx_ldmatrix_x2_trans((((half*)b_ptr) + 0), (((half*)S_ptr) + (((int)threadIdx.x) * 8)));
  ptx_mma_m16n8k16_row_col_f32_f16_f16((((uint*)c_ptr) + 0), (((ushort*)a_ptr) + 0), (((ushort*)b_ptr) + 0));
  C_ptr[((int)threadIdx.x)] = (c_ptr[0] + c_ptr[3]);
}
