/// CUDA's vectors of numbers.

#pragma once

#define HOST_VECTOR2(name, type)                  \
    struct alignas(2 * sizeof(type)) name##2      \
    {                                             \
        type x, y;                                \
    };                                            \
    inline name##2 make_##name##2(type x, type y) \
    {                                             \
        return {x, y};                            \
    }
#define HOST_VECTORS(name, type)                                     \
    HOST_VECTOR2(name, type)                                         \
    struct name##1                                                   \
    {                                                                \
        type x;                                                      \
    };                                                               \
    struct name##3                                                   \
    {                                                                \
        type x, y, z;                                                \
    };                                                               \
    inline name##3 make_##name##3(type x, type y, type z)            \
    {                                                                \
        return {x, y, z};                                            \
    }                                                                \
    struct alignas(sizeof(type) < 8 ? 4 * sizeof(type) : 16) name##4 \
    {                                                                \
        type x, y, z, w;                                             \
    };                                                               \
    inline name##4 make_##name##4(type x, type y, type z, type w)    \
    {                                                                \
        return {x, y, z, w};                                         \
    }

HOST_VECTORS(char, signed char)
HOST_VECTORS(uchar, unsigned char)
HOST_VECTORS(short, short)
HOST_VECTORS(ushort, unsigned short)
HOST_VECTORS(int, int)
HOST_VECTORS(uint, unsigned)
HOST_VECTORS(longlong, long long)
HOST_VECTORS(ulonglong, unsigned long long)
HOST_VECTORS(float, float)
HOST_VECTORS(double, double)
HOST_VECTOR2(half, half)
HOST_VECTOR2(nv_bfloat16, nv_bfloat16)

inline nv_bfloat162 make_bfloat162(nv_bfloat16 x, nv_bfloat16 y)
{
    return {x, y};
}
