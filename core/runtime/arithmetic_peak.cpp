#include "core/runtime/arithmetic_peak.h"

#include "core/support/gpu_arch.h"

#include <algorithm>

namespace tir {
namespace {

/// Fused multiply-adds a clock of a multiprocessor.
struct Throughput {
    int number; ///< of the compute capability: major * 10 + minor
    int float64;
    int float32;
    int float16;
    int bfloat16;
    int int32;
    struct {
        int float64;
        int tf32;
        int float16; ///< bfloat16 likewise, since 8.0
        int float8;
        int int8;
    } matrix;
};

constexpr Throughput Throughputs[] = {
    {70, 32, 64, 128, 0, 64, {0, 0, 512, 0, 0}},
    {72, 32, 64, 128, 0, 64, {0, 0, 512, 0, 1024}},
    {75, 2, 64, 128, 0, 64, {0, 0, 512, 0, 1024}},
    {80, 32, 64, 256, 128, 64, {64, 512, 1024, 0, 2048}},
    {86, 2, 128, 128, 128, 64, {0, 256, 512, 0, 1024}},
    {87, 2, 128, 128, 128, 64, {0, 512, 1024, 0, 2048}},
    {89, 2, 128, 128, 128, 64, {0, 256, 512, 1024, 1024}},
    {90, 64, 128, 256, 256, 64, {128, 1024, 2048, 4096, 4096}},
    {100, 64, 128, 256, 256, 64, {64, 2048, 4096, 8192, 8192}},
    {120, 2, 128, 128, 128, 128, {0, 256, 512, 1024, 1024}},
};

int matrixThroughput(const Throughput& entry, DType dtype)
{
    if (dtype.isFloat8())
        return entry.matrix.float8;
    if (dtype.isBFloat16())
        return entry.number >= 80 ? entry.matrix.float16 : 0;
    if (dtype.isIntegral())
        return dtype.bits == 8 ? entry.matrix.int8 : 0;
    if (dtype.code != TypeCode::Float)
        return 0;
    return dtype.bits == 64   ? entry.matrix.float64
           : dtype.bits == 32 ? entry.matrix.tf32
           : dtype.bits == 16 ? entry.matrix.float16
                              : 0;
}

int scalarThroughput(const Throughput& entry, DType dtype)
{
    if (dtype.isBFloat16())
        return entry.bfloat16;
    if (dtype.isIntegral())
        return dtype.bits <= 32 ? entry.int32 : 0;
    if (dtype.code != TypeCode::Float)
        return 0;
    return dtype.bits == 64   ? entry.float64
           : dtype.bits == 32 ? entry.float32
           : dtype.bits == 16 ? entry.float16
                              : 0;
}

} // namespace

int operationsPerClock(std::string_view arch, DType dtype, bool isMatrix)
{
    const auto found = std::ranges::find(Throughputs, computeCapability(arch), &Throughput::number);
    if (found == std::end(Throughputs))
        return 0;
    return 2 * (isMatrix ? matrixThroughput(*found, dtype) : scalarThroughput(*found, dtype));
}

} // namespace tir
