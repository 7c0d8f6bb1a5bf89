#include <cuda_fp16.h>
#include <cuda_bf16.h>

// CUDA's own vectors of these names are deprecated since CUDA 13. Its make_ functions are not even named here: NVRTC
// warns about the name alone.
template <typename T>
struct __align__(16) __wide4 {
  T x, y, z, w;
};
template <typename T>
__device__ __forceinline__ __wide4<T> __make_wide4(T x, T y, T z, T w) {
  __wide4<T> v;
  v.x = x; v.y = y; v.z = z; v.w = w;
  return v;
}
#define double4 __wide4<double>
#define longlong4 __wide4<long long>
#define ulonglong4 __wide4<unsigned long long>
#define __make_double4 __make_wide4<double>
#define __make_longlong4 __make_wide4<long long>
#define __make_ulonglong4 __make_wide4<unsigned long long>

__device__ __forceinline__ uint __pack_half2(half x, half y) {
  return (uint)__half_as_ushort(x) | ((uint)__half_as_ushort(y) << 16);
}

__device__ __forceinline__ uint __pack_nv_bfloat162(nv_bfloat16 x, nv_bfloat16 y) {
  return (uint)__bfloat16_as_ushort(x) | ((uint)__bfloat16_as_ushort(y) << 16);
}

__device__ __forceinline__ uint __pack_b16(int x, int y) {
  return ((uint)x & 0xffffu) | ((uint)y << 16);
}

__device__ __forceinline__ unsigned long long __pack_b32(uint x, uint y) {
  return (unsigned long long)x | ((unsigned long long)y << 32);
}
__device__ __forceinline__ unsigned long long __pack_b32(int x, int y) {
  return __pack_b32((uint)x, (uint)y);
}
__device__ __forceinline__ unsigned long long __pack_b32(float x, float y) {
  return __pack_b32(__float_as_uint(x), __float_as_uint(y));
}

extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, half* __restrict__ H_ptr, nv_bfloat16* __restrict__ B_ptr, short* __restrict__ S_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, half* __restrict__ H_ptr, nv_bfloat16* __restrict__ B_ptr, short* __restrict__ S_ptr) {
  *(ulonglong4*)(A_ptr + (((int)threadIdx.x) * 8)) = __make_ulonglong4(__pack_b32(A_ptr[((int)threadIdx.x)], A_ptr[((int)threadIdx.x)]), __pack_b32(A_ptr[((int)threadIdx.x)], A_ptr[((int)threadIdx.x)]), __pack_b32(A_ptr[((int)threadIdx.x)], A_ptr[((int)threadIdx.x)]), __pack_b32(A_ptr[((int)threadIdx.x)], A_ptr[((int)threadIdx.x)]));
  *(uint4*)(H_ptr + (((int)threadIdx.x) * 8)) = make_uint4(__pack_half2(H_ptr[((int)threadIdx.x)], H_ptr[((int)threadIdx.x)]), __pack_half2(H_ptr[((int)threadIdx.x)], H_ptr[((int)threadIdx.x)]), __pack_half2(H_ptr[((int)threadIdx.x)], H_ptr[((int)threadIdx.x)]), __pack_half2(H_ptr[((int)threadIdx.x)], H_ptr[((int)threadIdx.x)]));
  *(uint4*)(B_ptr + (((int)threadIdx.x) * 8)) = make_uint4(__pack_nv_bfloat162(B_ptr[((int)threadIdx.x)], B_ptr[((int)threadIdx.x)]), __pack_nv_bfloat162(B_ptr[((int)threadIdx.x)], B_ptr[((int)threadIdx.x)]), __pack_nv_bfloat162(B_ptr[((int)threadIdx.x)], B_ptr[((int)threadIdx.x)]), __pack_nv_bfloat162(B_ptr[((int)threadIdx.x)], B_ptr[((int)threadIdx.x)]));
  *(int4*)(S_ptr + (((int)threadIdx.x) * 8)) = make_int4(__pack_b16((short)-2, (short)-2), __pack_b16((short)-2, (short)-2), __pack_b16((short)-2, (short)-2), __pack_b16((short)-2, (short)-2));
}
