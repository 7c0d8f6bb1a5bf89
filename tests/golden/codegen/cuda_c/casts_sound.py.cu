#include <cuda_fp16.h>

// A number as an integer from First to Last, as on a CPU: NaN is zero.
template <typename T, T First, T Last, typename F>
__device__ __forceinline__ T __saturated(F x) {
  return x >= F(Last) ? Last : x <= F(First) ? First : x == x ? T(x) : T(0);
}

extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ F_ptr, double* __restrict__ D_ptr, half* __restrict__ H_ptr, signed char* __restrict__ I_ptr, ushort* __restrict__ U_ptr, int64_t* __restrict__ L_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ F_ptr, double* __restrict__ D_ptr, half* __restrict__ H_ptr, signed char* __restrict__ I_ptr, ushort* __restrict__ U_ptr, int64_t* __restrict__ L_ptr) {
  I_ptr[((int)threadIdx.x)] = (__saturated<signed char, -127 - 1, 127>(F_ptr[((int)threadIdx.x)]));
  U_ptr[((int)threadIdx.x)] = (__saturated<ushort, 0, 65535u>((float)H_ptr[((int)threadIdx.x)]));
  L_ptr[((int)threadIdx.x)] = (__saturated<int64_t, -9223372036854775807 - 1, 9223372036854775807>(D_ptr[((int)threadIdx.x)]));
  F_ptr[((int)threadIdx.x)] = (((float)(__saturated<uint64_t, 0, 18446744073709551615u>(F_ptr[((int)threadIdx.x)]))) + ((float)((bool)F_ptr[((int)threadIdx.x)])));
  char2 __1;
  float2 v_ = *(float2*)(F_ptr + (((int)threadIdx.x) * 2));
  __1.x = __saturated<signed char, -127 - 1, 127>(v_.x);
  __1.y = __saturated<signed char, -127 - 1, 127>(v_.y);
  *(char2*)(I_ptr + (((int)threadIdx.x) * 2)) = __1;
}
