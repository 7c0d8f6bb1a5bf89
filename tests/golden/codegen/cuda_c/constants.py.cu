#include <cuda_fp16.h>

extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, float* __restrict__ S_ptr, double* __restrict__ X_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, float* __restrict__ S_ptr, double* __restrict__ X_ptr) {
  H_ptr[((int)threadIdx.x)] = __float2half_rn(0x1.8p+0f/*1.500000e+00*/);
  S_ptr[((int)threadIdx.x)] = 0x1.99999ap-4f/*1.000000e-01*/;
  X_ptr[((int)threadIdx.x)] = 0.1;
  X_ptr[((int)threadIdx.x)] = 1e-30;
  X_ptr[((int)threadIdx.x)] = 3.0;
}
