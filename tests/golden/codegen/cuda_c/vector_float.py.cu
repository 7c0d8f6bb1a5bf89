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

extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr) {
  float2 __1;
    float2 v_ = *(float2*)(A_ptr + (((int)threadIdx.x) * 2));
    float2 v__1 = *(float2*)(B_ptr + (((int)threadIdx.x) * 2));
    __1.x = (v_.x+v__1.x);
    __1.y = (v_.y+v__1.y);
  *(float2*)(C_ptr + (((int)threadIdx.x) * 2)) = __1;
  float4 __2;
    float4 v__2 = *(float4*)(A_ptr + (((int)threadIdx.x) * 4));
    float4 v__3 = *(float4*)(B_ptr + (((int)threadIdx.x) * 4));
    __2.x = (v__2.x+v__3.x);
    __2.y = (v__2.y+v__3.y);
    __2.z = (v__2.z+v__3.z);
    __2.w = (v__2.w+v__3.w);
  *(float4*)(C_ptr + (((int)threadIdx.x) * 4)) = __2;
  ulonglong4 __3;
    ulonglong4 v__4 = *(ulonglong4*)(A_ptr + (((int)threadIdx.x) * 8));
    ulonglong4 v__5 = *(ulonglong4*)(B_ptr + (((int)threadIdx.x) * 8));
    ((float2*)(&(__3.x)))->x = (((float2*)(&(v__4.x)))->x+((float2*)(&(v__5.x)))->x);
    ((float2*)(&(__3.x)))->y = (((float2*)(&(v__4.x)))->y+((float2*)(&(v__5.x)))->y);
    ((float2*)(&(__3.y)))->x = (((float2*)(&(v__4.y)))->x+((float2*)(&(v__5.y)))->x);
    ((float2*)(&(__3.y)))->y = (((float2*)(&(v__4.y)))->y+((float2*)(&(v__5.y)))->y);
    ((float2*)(&(__3.z)))->x = (((float2*)(&(v__4.z)))->x+((float2*)(&(v__5.z)))->x);
    ((float2*)(&(__3.z)))->y = (((float2*)(&(v__4.z)))->y+((float2*)(&(v__5.z)))->y);
    ((float2*)(&(__3.w)))->x = (((float2*)(&(v__4.w)))->x+((float2*)(&(v__5.w)))->x);
    ((float2*)(&(__3.w)))->y = (((float2*)(&(v__4.w)))->y+((float2*)(&(v__5.w)))->y);
  *(ulonglong4*)(C_ptr + (((int)threadIdx.x) * 8)) = __3;
}
