/// CUDA's mathematics and bits where the C library has other names.

#pragma once

#define CUDART_INF_F __builtin_huge_valf()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_INF __builtin_huge_val()
#define CUDART_NAN __builtin_nan("")

template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
T min(T a, T b)
{
    if constexpr (std::is_floating_point_v<T>)
        return T(fmin(a, b));
    return b < a ? b : a;
}
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
T max(T a, T b)
{
    if constexpr (std::is_floating_point_v<T>)
        return T(fmax(a, b));
    return a < b ? b : a;
}
template <class A, class B, class = std::enable_if_t<!std::is_same_v<A, B> && std::is_arithmetic_v<A>>>
auto min(A a, B b) -> decltype(a + b)
{
    return min<decltype(a + b)>(a, b);
}
template <class A, class B, class = std::enable_if_t<!std::is_same_v<A, B> && std::is_arithmetic_v<A>>>
auto max(A a, B b) -> decltype(a + b)
{
    return max<decltype(a + b)>(a, b);
}

inline float rsqrtf(float x)
{
    return 1 / sqrtf(x);
}
inline double rsqrt(double x)
{
    return 1 / sqrt(x);
}
inline float __expf(float x)
{
    return expf(x);
}
inline float __logf(float x)
{
    return logf(x);
}
inline float __sinf(float x)
{
    return sinf(x);
}
inline float __cosf(float x)
{
    return cosf(x);
}

#define HOST_HALF_FUNCTION(name, function)      \
    inline half name(half x)                    \
    {                                           \
        return half(function(float(x)));        \
    }                                           \
    inline nv_bfloat16 name(nv_bfloat16 x)      \
    {                                           \
        return nv_bfloat16(function(float(x))); \
    }
HOST_HALF_FUNCTION(__habs, fabsf)
HOST_HALF_FUNCTION(hceil, ceilf)
HOST_HALF_FUNCTION(hcos, cosf)
HOST_HALF_FUNCTION(hexp, expf)
HOST_HALF_FUNCTION(hexp10, exp10f)
HOST_HALF_FUNCTION(hexp2, exp2f)
HOST_HALF_FUNCTION(hfloor, floorf)
HOST_HALF_FUNCTION(hlog, logf)
HOST_HALF_FUNCTION(hlog10, log10f)
HOST_HALF_FUNCTION(hlog2, log2f)
HOST_HALF_FUNCTION(hrint, nearbyintf)
HOST_HALF_FUNCTION(hrsqrt, rsqrtf)
HOST_HALF_FUNCTION(hsin, sinf)
HOST_HALF_FUNCTION(hsqrt, sqrtf)
HOST_HALF_FUNCTION(htrunc, truncf)

template <class T>
T __hfma(T a, T b, T c)
{
    return T(fma(double(float(a)), double(float(b)), double(float(c))));
}
template <class T>
bool __hgt(T a, T b)
{
    return a > b;
}
template <class T>
bool __hlt(T a, T b)
{
    return a < b;
}
template <class T>
bool __hisnan(T a)
{
    return a != a;
}

inline unsigned __float_as_uint(float value)
{
    return host::asBits(value);
}
inline int __float_as_int(float value)
{
    return int(host::asBits(value));
}
inline float __uint_as_float(unsigned bits)
{
    return host::asFloat(bits);
}
inline float __int_as_float(int bits)
{
    return host::asFloat(unsigned(bits));
}
inline int __popc(unsigned value)
{
    return __builtin_popcount(value);
}
inline int __popcll(unsigned long long value)
{
    return __builtin_popcountll(value);
}
inline int __clz(int value)
{
    return value ? __builtin_clz(unsigned(value)) : 32;
}
inline int __clzll(long long value)
{
    return value ? __builtin_clzll((unsigned long long)value) : 64;
}
inline int __ffs(int value)
{
    return __builtin_ffs(value);
}

template <class T>
T __ldg(const T* address)
{
    return *address;
}
[[noreturn]] inline void __trap()
{
    host::fail("__trap");
}

inline int __dp4a(int a, int b, int sum)
{
    for (int at = 0; at < 32; at += 8)
        sum += int(int8_t(a >> at)) * int(int8_t(b >> at));
    return sum;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum)
{
    for (int at = 0; at < 32; at += 8)
        sum += (a >> at & 255) * (b >> at & 255);
    return sum;
}
