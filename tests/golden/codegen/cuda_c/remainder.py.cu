#include <cuda_fp16.h>

extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, float* __restrict__ S_ptr, double* __restrict__ X_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(half* __restrict__ H_ptr, float* __restrict__ S_ptr, double* __restrict__ X_ptr) {
  H_ptr[((int)threadIdx.x)] = ((half)fmodf((float)H_ptr[((int)threadIdx.x)], (float)H_ptr[0]));
  S_ptr[((int)threadIdx.x)] = fmodf(S_ptr[((int)threadIdx.x)], S_ptr[0]);
  X_ptr[((int)threadIdx.x)] = fmod(X_ptr[((int)threadIdx.x)], X_ptr[0]);
}
