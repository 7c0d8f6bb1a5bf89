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

extern "C" __global__ void __launch_bounds__(32) kernel(double* __restrict__ X_ptr);
extern "C" __global__ void __launch_bounds__(32) kernel(double* __restrict__ X_ptr) {
  double4 __1;
    double4 v_ = *(double4*)(X_ptr + (((int)threadIdx.x) * 4));
    double4 v__1 = __make_double4(1.0, 1.0, 1.0, 1.0);
    __1.x = (v_.x+v__1.x);
    __1.y = (v_.y+v__1.y);
    __1.z = (v_.z+v__1.z);
    __1.w = (v_.w+v__1.w);
  *(double4*)(X_ptr + (((int)threadIdx.x) * 4)) = __1;
}
