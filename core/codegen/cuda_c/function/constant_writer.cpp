#include "core/codegen/cuda_c/function/constant_writer.h"

#include "core/codegen/cuda_c/types.h"
#include "core/support/decimal.h"

#include <cmath>
#include <cstdio>
#include <limits>

namespace tir::cuda_c {
namespace {

/// The float that is nearest, to the bit, with the decimal beside it.
std::string floatLiteral(double value)
{
    return hexadecimalText(double(float(value))) + "f/*" + scientificText(value) + "*/";
}

/// The shortest decimal that reads back as the same double.
std::string doubleLiteral(double value)
{
    std::string text;
    for (int digits = 15; digits <= 17; ++digits) {
        text = decimalText(value, digits);
        if (parseDouble(text) == value)
            break;
    }
    return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

} // namespace

std::string ConstantWriter::constant(const IntImm& node)
{
    const DType dtype = node.dtype;
    if (dtype.isUInt() && dtype.bits == 64)
        return "(uint64_t)" + std::to_string(uint64_t(node.value)) +
               (uint64_t(node.value) > uint64_t(INT64_MAX) ? "ULL" : "");
    // The least value has no literal: its digits without the sign are too large.
    if (dtype == Int64 && node.value == INT64_MIN)
        return "((int64_t)-9223372036854775807LL - 1)";
    if (dtype == Int32 && node.value == INT32_MIN)
        return "(-2147483647 - 1)";
    const std::string digits = std::to_string(node.value);
    return dtype == Int32 ? digits : "(" + type(dtype) + ")" + digits;
}

std::string ConstantWriter::constant(const FloatImm& node)
{
    const DType dtype = node.dtype;
    const double value = node.value;
    const bool isDouble = dtype == Float64;
    std::string text;
    if (std::isfinite(value)) {
        text = isDouble ? doubleLiteral(value) : floatLiteral(value);
    } else {
        use(Feature::MathConstants);
        const std::string name = std::isnan(value) ? "CUDART_NAN" : "CUDART_INF";
        text = (std::signbit(value) && !std::isnan(value) ? "-" : "") + name + (isDouble ? "" : "_F");
    }
    if (isDouble || dtype == Float32)
        return text;
    m_file.use(featuresOf(dtype));
    if (dtype == Float16)
        return "__float2half_rn(" + text + ")";
    if (dtype.isBFloat16())
        return "__float2bfloat16_rn(" + text + ")";
    return type(dtype) + "(" + text + ")";
}

std::string ConstantWriter::constant(const StringImm& node)
{
    std::string text = "\"";
    for (const char character : node.value) {
        const auto byte = static_cast<unsigned char>(character);
        if (character == '"' || character == '\\') {
            text += '\\';
            text += character;
        } else if (byte >= 32 && byte < 127) {
            text += character;
        } else {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\%03o", byte);
            text += escape;
        }
    }
    return text + "\"";
}

} // namespace tir::cuda_c
