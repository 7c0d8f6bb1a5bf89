#include <cuda_fp16.h>

extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, float* __restrict__ S_ptr, double* __restrict__ X_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, float* __restrict__ S_ptr, double* __restrict__ X_ptr) {
  H_ptr[((int)threadIdx.x)] = __hfma(H_ptr[((int)threadIdx.x)], H_ptr[(((int)threadIdx.x) + 1)], H_ptr[(((int)threadIdx.x) + 2)]);
  S_ptr[((int)threadIdx.x)] = fmaf(S_ptr[((int)threadIdx.x)], S_ptr[(((int)threadIdx.x) + 1)], S_ptr[(((int)threadIdx.x) + 2)]);
  X_ptr[((int)threadIdx.x)] = fma(X_ptr[((int)threadIdx.x)], X_ptr[(((int)threadIdx.x) + 1)], X_ptr[(((int)threadIdx.x) + 2)]);
}
