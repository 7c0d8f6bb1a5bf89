#include "core/runtime/arithmetic_peak.h"

#include "core/support/gpu_arch.h"

namespace tir {
namespace {

int matrixThroughput(const GpuArch& arch, DType dtype)
{
    const GpuThroughput::Matrix& matrix = arch.throughput.matrix;
    if (dtype.isFloat8())
        return matrix.float8;
    if (dtype.isBFloat16())
        return arch.number >= 80 ? matrix.float16 : 0;
    if (dtype.isIntegral())
        return dtype.bits == 8 ? matrix.int8 : 0;
    if (dtype.code != TypeCode::Float)
        return 0;
    return dtype.bits == 64   ? matrix.float64
           : dtype.bits == 32 ? matrix.tf32
           : dtype.bits == 16 ? matrix.float16
                              : 0;
}

int scalarThroughput(const GpuThroughput& scalar, DType dtype)
{
    if (dtype.isBFloat16())
        return scalar.bfloat16;
    if (dtype.isIntegral())
        return dtype.bits <= 32 ? scalar.int32 : 0;
    if (dtype.code != TypeCode::Float)
        return 0;
    return dtype.bits == 64   ? scalar.float64
           : dtype.bits == 32 ? scalar.float32
           : dtype.bits == 16 ? scalar.float16
                              : 0;
}

} // namespace

int operationsPerClock(std::string_view arch, DType dtype, bool isMatrix)
{
    const GpuArch* known = findGpuArch(arch);
    if (!known)
        return 0;
    return 2 * (isMatrix ? matrixThroughput(*known, dtype) : scalarThroughput(known->throughput, dtype));
}

} // namespace tir
