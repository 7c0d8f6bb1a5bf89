#include "core/codegen/cuda_c/prologue.h"

namespace tir::cuda_c {
namespace {

constexpr const char* Start = R"(#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
#else
#include <cstdint>
#endif
)";

constexpr const char* ShortNames = R"(
#define uchar unsigned char
#define ushort unsigned short
#define uint unsigned int

// A program may name a value that it does not use afterwards.
#pragma nv_diag_suppress 177
#pragma nv_diag_suppress 550
)";

constexpr const char* WideVectors = R"(
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
)";

constexpr const char* TensorMap = R"(
#ifdef __CUDACC_RTC__
// cuda.h is for hosts.
struct __align__(64) CUtensorMap {
  unsigned long long opaque[16];
};
#else
#include <cuda.h>
#endif
)";

constexpr const char* Half4 = R"(
struct __align__(8) half4 {
  half x, y, z, w;
};
__device__ __forceinline__ half4 make_half4(half x, half y, half z, half w) {
  half4 v;
  v.x = x; v.y = y; v.z = z; v.w = w;
  return v;
}
)";

constexpr const char* BFloat164 = R"(
struct __align__(8) nv_bfloat164 {
  nv_bfloat16 x, y, z, w;
};
__device__ __forceinline__ nv_bfloat164 make_nv_bfloat164(nv_bfloat16 x, nv_bfloat16 y, nv_bfloat16 z, nv_bfloat16 w) {
  nv_bfloat164 v;
  v.x = x; v.y = y; v.z = z; v.w = w;
  return v;
}
)";

constexpr const char* PackHalf = R"(
__device__ __forceinline__ uint __pack_half2(half x, half y) {
  return (uint)__half_as_ushort(x) | ((uint)__half_as_ushort(y) << 16);
}
)";

constexpr const char* PackBFloat16 = R"(
__device__ __forceinline__ uint __pack_nv_bfloat162(nv_bfloat16 x, nv_bfloat16 y) {
  return (uint)__bfloat16_as_ushort(x) | ((uint)__bfloat16_as_ushort(y) << 16);
}
)";

constexpr const char* Pack16 = R"(
__device__ __forceinline__ uint __pack_b16(int x, int y) {
  return ((uint)x & 0xffffu) | ((uint)y << 16);
}
)";

constexpr const char* Pack32 = R"(
__device__ __forceinline__ unsigned long long __pack_b32(uint x, uint y) {
  return (unsigned long long)x | ((unsigned long long)y << 32);
}
__device__ __forceinline__ unsigned long long __pack_b32(int x, int y) {
  return __pack_b32((uint)x, (uint)y);
}
__device__ __forceinline__ unsigned long long __pack_b32(float x, float y) {
  return __pack_b32(__float_as_uint(x), __float_as_uint(y));
}
)";

constexpr const char* HalfMinMax = R"(
// Of a number and a NaN, the number.
__device__ __forceinline__ half max(half a, half b) { return __hisnan(b) || __hgt(a, b) ? a : b; }
__device__ __forceinline__ half min(half a, half b) { return __hisnan(b) || __hlt(a, b) ? a : b; }
)";

constexpr const char* BFloat16MinMax = R"(
// Of a number and a NaN, the number.
__device__ __forceinline__ nv_bfloat16 max(nv_bfloat16 a, nv_bfloat16 b) { return __hisnan(b) || __hgt(a, b) ? a : b; }
__device__ __forceinline__ nv_bfloat16 min(nv_bfloat16 a, nv_bfloat16 b) { return __hisnan(b) || __hlt(a, b) ? a : b; }
)";

constexpr const char* HalfMath = R"(
// Missing in cuda_fp16.h; computed in float.
__device__ __forceinline__ half hpow(half x, half y) { return __float2half_rn(powf(__half2float(x), __half2float(y))); }
__device__ __forceinline__ half htan(half x) { return __float2half_rn(tanf(__half2float(x))); }
__device__ __forceinline__ half hatan(half x) { return __float2half_rn(atanf(__half2float(x))); }
__device__ __forceinline__ half herf(half x) { return __float2half_rn(erff(__half2float(x))); }
)";

constexpr const char* BFloat16Math = R"(
// Missing in cuda_bf16.h; computed in float.
__device__ __forceinline__ nv_bfloat16 hpow(nv_bfloat16 x, nv_bfloat16 y) { return __float2bfloat16_rn(powf(__bfloat162float(x), __bfloat162float(y))); }
__device__ __forceinline__ nv_bfloat16 htan(nv_bfloat16 x) { return __float2bfloat16_rn(tanf(__bfloat162float(x))); }
__device__ __forceinline__ nv_bfloat16 hatan(nv_bfloat16 x) { return __float2bfloat16_rn(atanf(__bfloat162float(x))); }
__device__ __forceinline__ nv_bfloat16 herf(nv_bfloat16 x) { return __float2bfloat16_rn(erff(__bfloat162float(x))); }
)";

constexpr const char* FloorDivision = R"(
// Division that rounds down, and its remainder.
template <typename T>
__device__ __forceinline__ T __floordiv(T a, T b) {
  T q = a / b;
  return (q * b != a && ((a < 0) != (b < 0))) ? T(q - 1) : q;
}
template <typename T>
__device__ __forceinline__ T __floormod(T a, T b) {
  T r = a % b;
  return (r != 0 && ((r < 0) != (b < 0))) ? T(r + b) : r;
}
)";

constexpr const char* SaturatedCast = R"(
// A number as an integer from First to Last, as on a CPU: NaN is zero.
template <typename T, T First, T Last, typename F>
__device__ __forceinline__ T __saturated(F x) {
  return x >= F(Last) ? Last : x <= F(First) ? First : x == x ? T(x) : T(0);
}
)";

constexpr const char* GridBarrier = R"(
// All blocks of the grid meet; every block must be resident. The last one to come starts the next round.
__device__ uint __grid_barrier_arrived = 0;
__device__ volatile uint __grid_barrier_round = 0;
__device__ __forceinline__ void __grid_barrier() {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    uint round = __grid_barrier_round;
    __threadfence_system();
    if (atomicAdd(&__grid_barrier_arrived, 1u) == gridDim.x * gridDim.y * gridDim.z - 1u) {
      __grid_barrier_arrived = 0;
      __threadfence_system();
      __grid_barrier_round = round + 1u;
    } else {
      while (__grid_barrier_round == round) { }
    }
    __threadfence_system();
  }
  __syncthreads();
}
)";

struct Include {
    Feature feature;
    const char* line;
};
constexpr Include Includes[] = {
    {Feature::Half, "#include <cuda_fp16.h>\n"},  {Feature::BFloat16, "#include <cuda_bf16.h>\n"},
    {Feature::Float8, "#include <cuda_fp8.h>\n"}, {Feature::Float6, "#include <cuda_fp6.h>\n"},
    {Feature::Float4, "#include <cuda_fp4.h>\n"}, {Feature::MathConstants, "#include <math_constants.h>\n"},
    {Feature::Wmma, "#include <mma.h>\n"},
};

struct Helper {
    Feature feature;
    const char* text;
};
constexpr Helper Helpers[] = {
    {Feature::TensorMap, TensorMap},
    {Feature::WideVectors, WideVectors},
    {Feature::Half4, Half4},
    {Feature::BFloat164, BFloat164},
    {Feature::PackHalf, PackHalf},
    {Feature::PackBFloat16, PackBFloat16},
    {Feature::Pack16, Pack16},
    {Feature::Pack32, Pack32},
    {Feature::HalfMinMax, HalfMinMax},
    {Feature::BFloat16MinMax, BFloat16MinMax},
    {Feature::HalfMath, HalfMath},
    {Feature::BFloat16Math, BFloat16Math},
    {Feature::FloorDivision, FloorDivision},
    {Feature::SaturatedCast, SaturatedCast},
    {Feature::GridBarrier, GridBarrier},
};

} // namespace

std::string prologue(const Features& features)
{
    std::string text = Start;
    for (const Include& include : Includes)
        if (features.contains(include.feature))
            text += include.line;
    text += ShortNames;
    for (const Helper& helper : Helpers)
        if (features.contains(helper.feature))
            text += helper.text;
    return text;
}

} // namespace tir::cuda_c
