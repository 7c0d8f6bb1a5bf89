#include "core/codegen/cuda_c/function/math_writer.h"

#include "core/codegen/cuda_c/function/vector_writer.h"
#include "core/ir/make.h"

#include <algorithm>
#include <unordered_map>

namespace tir::cuda_c {
namespace {

/// The implementation for 16-bit floats: in CUDA's header, as a helper, or only in float.
enum class Half { Header, Helper, Float };

struct Function {
    const char* name; ///< of float64; float32 appends an f
    Half half = Half::Float;
    bool isFast = false; ///< has an approximation in hardware: __expf
};

const std::unordered_map<OpId, Function>& functions()
{
    static const std::unordered_map<OpId, Function> Table = {
        {OpId::acos, {"acos"}},
        {OpId::acosh, {"acosh"}},
        {OpId::asin, {"asin"}},
        {OpId::asinh, {"asinh"}},
        {OpId::atan, {"atan", Half::Helper}},
        {OpId::atan2, {"atan2"}},
        {OpId::atanh, {"atanh"}},
        {OpId::ceil, {"ceil", Half::Header}},
        {OpId::copysign, {"copysign"}},
        {OpId::cos, {"cos", Half::Header, true}},
        {OpId::cosh, {"cosh"}},
        {OpId::erf, {"erf", Half::Helper}},
        {OpId::exp, {"exp", Half::Header, true}},
        {OpId::exp10, {"exp10", Half::Header, true}},
        {OpId::exp2, {"exp2", Half::Header}},
        {OpId::floor, {"floor", Half::Header}},
        {OpId::fmod, {"fmod"}},
        {OpId::hypot, {"hypot"}},
        {OpId::ldexp, {"ldexp"}},
        {OpId::log, {"log", Half::Header, true}},
        {OpId::log10, {"log10", Half::Header, true}},
        {OpId::log1p, {"log1p"}},
        {OpId::log2, {"log2", Half::Header, true}},
        {OpId::nearbyint, {"nearbyint"}},
        {OpId::nextafter, {"nextafter"}},
        {OpId::pow, {"pow", Half::Helper, true}},
        {OpId::round, {"nearbyint"}},
        {OpId::rsqrt, {"rsqrt", Half::Header}},
        {OpId::sin, {"sin", Half::Header, true}},
        {OpId::sinh, {"sinh"}},
        {OpId::sqrt, {"sqrt", Half::Header}},
        {OpId::tan, {"tan", Half::Helper}},
        {OpId::tanh, {"tanh", Half::Float, true}},
        {OpId::trunc, {"trunc", Half::Header}},
    };
    return Table;
}

bool isHalf(DType type)
{
    return type == Float16 || (type.isBFloat16() && type.lanes == 1);
}

} // namespace

std::string MathWriter::pureCall(const std::string& name, const Call& call)
{
    return m_vectors.pureCall(name, call.dtype, call.args);
}

std::string MathWriter::viaWide(const std::string& name, const Call& call)
{
    const DType element = call.dtype.element();
    const std::string wide = element.isAnyFloat() ? "(float)" : "(int)";
    const auto write = [&](const std::vector<std::string>& lanes) {
        std::string text = "((" + type(element) + ")" + name + "(";
        for (size_t at = 0; at < lanes.size(); ++at)
            text += (at == 0 ? wide : ", " + wide) + lanes[at];
        return text + "))";
    };
    if (call.dtype.lanes > 1)
        return m_vectors.laneByLane(call.dtype, {call.args.begin(), call.args.end()},
                                    VectorWriter::OwnScope::Yes, write);
    std::vector<std::string> values;
    for (const Expr* arg : call.args)
        values.push_back(expr(*arg));
    return write(values);
}

std::string MathWriter::magnitude(const Call& call)
{
    const DType element = call.dtype.element();
    if (isHalf(element))
        return pureCall("__habs", call);
    if (element.isUInt())
        return expr(*call.args[0]);
    if (element == Float32)
        return pureCall("fabsf", call);
    if (element == Float64)
        return pureCall("fabs", call);
    return element.isInt() && element.bits >= 32 ? pureCall("abs", call) : viaWide("abs", call);
}

std::string MathWriter::multiplyAdd(const Call& call)
{
    const DType element = call.dtype.element();
    if (element.isIntegral()) {
        Arena& arena = m_file.arena();
        const Expr* product = arena.make<Binary>(BinaryOp::Mul, call.args[0], call.args[1]);
        return expr(*arena.make<Binary>(BinaryOp::Add, product, call.args[2]));
    }
    const bool lacksOwn = element.isBFloat16() && isOlderThan(80);
    if (lacksOwn || (!isHalf(element) && element.bits < 32))
        return viaWide("fmaf", call);
    return pureCall(isHalf(element) ? "__hfma" : element == Float32 ? "fmaf" : "fma", call);
}

/// 1 / (1 + exp(-x)), as LowerIntrin writes it.
std::string MathWriter::sigmoid(const Call& call)
{
    Arena& arena = m_file.arena();
    const Expr* one = constant(arena, call.dtype, 1);
    const Expr* negated = arena.make<Binary>(BinaryOp::Sub, constant(arena, call.dtype, 0), call.args[0]);
    const Expr* power = callOp(arena, call.dtype, OpId::exp, {negated});
    return expr(*arena.make<Binary>(BinaryOp::Div, one, arena.make<Binary>(BinaryOp::Add, one, power)));
}

std::string MathWriter::classification(const Call& call)
{
    // Some of them have no name in scripts.
    const std::string name = call.isOp(OpId::isnan) ? "isnan" : call.isOp(OpId::isinf) ? "isinf" : "isfinite";
    const DType operand = call.args[0]->dtype.element();
    if (operand.isIntegral())
        return expr(*constant(m_file.arena(), call.dtype, call.isOp(OpId::isfinite) ? 1 : 0));
    if (operand == Float32 || operand == Float64)
        return pureCall(name, call);
    if (call.dtype.lanes == 1)
        return name + "((float)" + expr(*call.args[0]) + ")";
    return m_vectors.laneByLane(
        call.dtype, {call.args[0]}, VectorWriter::OwnScope::Yes,
        [&](const std::vector<std::string>& lanes) { return name + "((float)" + lanes[0] + ")"; });
}

std::optional<std::string> MathWriter::bitCount(const Call& call)
{
    const DType operand = call.args[0]->dtype;
    if (operand.lanes != 1 || operand.bits < 32)
        return std::nullopt;
    const bool isLong = operand.bits == 64;
    const std::string name = call.isOp(OpId::popcount) ? "__popc" : "__clz";
    const std::string text = isLong ? name + "ll(" + expr(*call.args[0]) + ")" : callOf(name, call.args);
    return call.dtype == Int32 || call.dtype == UInt32 ? text : "((" + type(call.dtype) + ")" + text + ")";
}

std::optional<std::string> MathWriter::dotProduct(const Call& call)
{
    const auto isOf = [&](TypeCode code) {
        return std::all_of(call.args.begin(), call.args.begin() + 2, [&](const Expr* arg) {
            return arg->dtype.code == code && arg->dtype.bits == 8 && arg->dtype.lanes == 4;
        });
    };
    const bool isUnsigned = isOf(TypeCode::UInt);
    if (!isUnsigned && !isOf(TypeCode::Int))
        return std::nullopt;
    const std::string word = isUnsigned ? "(uint)" : "(int)";
    return "__dp4a(" + word + expr(*call.args[0]) + ", " + word + expr(*call.args[1]) + ", " + word +
           (call.args.size() > 2 ? expr(*call.args[2]) : "0") + ")";
}

std::optional<std::string> MathWriter::listedFunction(const Call& call)
{
    const OpId op = call.opId();
    const DType element = call.dtype.element();
    const auto found = functions().find(op);
    if (found == functions().end())
        return std::nullopt;
    const Function& function = found->second;
    const std::string name = function.name;
    if (element == Float64)
        return pureCall(name, call);
    if (element == Float32)
        return pureCall((m_file.options().fastMath && function.isFast ? "__" : "") + name + "f", call);
    if (!isHalf(element))
        return std::nullopt;
    if (op == OpId::round || op == OpId::nearbyint)
        return pureCall("hrint", call);
    if (function.half == Half::Helper)
        use(element == Float16 ? Feature::HalfMath : Feature::BFloat16Math);
    if (function.half != Half::Float)
        return pureCall("h" + name, call);
    return call.dtype.lanes == 1 ? std::optional(viaWide(name + "f", call)) : std::nullopt;
}

std::optional<std::string> MathWriter::operation(const Call& call)
{
    if (call.isUnlistedOp("tirx.abs"))
        return magnitude(call);
    switch (call.opId()) {
    case OpId::fabs:
        return magnitude(call);
    case OpId::fma:
        return multiplyAdd(call);
    case OpId::sigmoid:
        return sigmoid(call);
    case OpId::isnan:
    case OpId::isinf:
    case OpId::isfinite:
        return classification(call);
    case OpId::popcount:
    case OpId::clz:
        return bitCount(call);
    case OpId::dp4a:
        return dotProduct(call);
    default:
        return listedFunction(call);
    }
}

} // namespace tir::cuda_c
