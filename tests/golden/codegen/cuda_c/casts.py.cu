#include <cuda_fp16.h>

extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ F_ptr, double* __restrict__ D_ptr, half* __restrict__ H_ptr, signed char* __restrict__ I_ptr, ushort* __restrict__ U_ptr, int64_t* __restrict__ L_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ F_ptr, double* __restrict__ D_ptr, half* __restrict__ H_ptr, signed char* __restrict__ I_ptr, ushort* __restrict__ U_ptr, int64_t* __restrict__ L_ptr) {
  I_ptr[((int)threadIdx.x)] = ((signed char)F_ptr[((int)threadIdx.x)]);
  U_ptr[((int)threadIdx.x)] = ((ushort)H_ptr[((int)threadIdx.x)]);
  L_ptr[((int)threadIdx.x)] = ((int64_t)D_ptr[((int)threadIdx.x)]);
  F_ptr[((int)threadIdx.x)] = (((float)((uint64_t)F_ptr[((int)threadIdx.x)])) + ((float)((bool)F_ptr[((int)threadIdx.x)])));
  char2 __1;
  float2 v_ = *(float2*)(F_ptr + (((int)threadIdx.x) * 2));
  __1.x = (signed char)(v_.x);
  __1.y = (signed char)(v_.y);
  *(char2*)(I_ptr + (((int)threadIdx.x) * 2)) = __1;
}
