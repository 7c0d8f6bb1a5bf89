// Mathematics: the names that CUDA has for functions of each float type, and of integers.

#include "core/codegen/cuda_c/function_writer.h"
#include "core/ir/make.h"

#include <algorithm>

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

/// A function of the wider type that CUDA has it for, lane by lane: int, or float.
std::string FunctionWriter::viaWide(const std::string& name, const Call& call)
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
        return laneByLane(call.dtype, {call.args.begin(), call.args.end()}, OwnScope::Yes, write);
    std::vector<std::string> values;
    for (const Expr* arg : call.args)
        values.push_back(expr(*arg));
    return write(values);
}

std::optional<std::string> FunctionWriter::mathCall(const Call& call)
{
    const OpId op = call.opId();
    const DType element = call.dtype.element();
    if (op == OpId::fabs || call.isUnlistedOp("tirx.abs")) {
        if (isHalf(element))
            return pureCall("__habs", call.dtype, call.args);
        if (element.isUInt())
            return expr(*call.args[0]);
        if (element != Float32 && element != Float64 && !(element.isInt() && element.bits >= 32))
            return viaWide("abs", call);
        return pureCall(element == Float32   ? "fabsf"
                        : element == Float64 ? "fabs"
                                             : "abs",
                        call.dtype, call.args);
    }
    if (op == OpId::fma) {
        if (element.isIntegral()) {
            Arena& arena = m_file.arena();
            const Expr* product = arena.make<Binary>(BinaryOp::Mul, call.args[0], call.args[1]);
            return expr(*arena.make<Binary>(BinaryOp::Add, product, call.args[2]));
        }
        const bool lacksOwn = element.isBFloat16() && isOlderThan(80);
        if (lacksOwn || (!isHalf(element) && element.bits < 32))
            return viaWide("fmaf", call);
        return pureCall(isHalf(element)      ? "__hfma"
                        : element == Float32 ? "fmaf"
                                             : "fma",
                        call.dtype, call.args);
    }
    if (op == OpId::sigmoid) {
        // 1 / (1 + exp(-x)), as LowerIntrin writes it.
        Arena& arena = m_file.arena();
        const Expr* one = tir::constant(arena, call.dtype, 1);
        const Expr* negated =
            arena.make<Binary>(BinaryOp::Sub, tir::constant(arena, call.dtype, 0), call.args[0]);
        const Expr* power = callOp(arena, call.dtype, OpId::exp, {negated});
        return expr(*arena.make<Binary>(BinaryOp::Div, one, arena.make<Binary>(BinaryOp::Add, one, power)));
    }
    if (op == OpId::isnan || op == OpId::isinf || op == OpId::isfinite) {
        const std::string name(call.op->printedName);
        const DType operand = call.args[0]->dtype.element();
        if (operand.isIntegral())
            return expr(*tir::constant(m_file.arena(), call.dtype, op == OpId::isfinite ? 1 : 0));
        if (operand == Float32 || operand == Float64)
            return pureCall(name, call.dtype, call.args);
        if (call.dtype.lanes == 1)
            return name + "((float)" + expr(*call.args[0]) + ")";
        return laneByLane(
            call.dtype, {call.args[0]}, OwnScope::Yes,
            [&](const std::vector<std::string>& lanes) { return name + "((float)" + lanes[0] + ")"; });
    }
    if (op == OpId::popcount || op == OpId::clz) {
        const DType operand = call.args[0]->dtype;
        if (operand.lanes != 1 || operand.bits < 32)
            return std::nullopt;
        const bool isLong = operand.bits == 64;
        const std::string name = op == OpId::popcount ? "__popc" : "__clz";
        const std::string text = isLong ? name + "ll(" + expr(*call.args[0]) + ")" : callOf(name, call.args);
        return call.dtype == Int32 || call.dtype == UInt32 ? text
                                                           : "((" + type(call.dtype) + ")" + text + ")";
    }
    if (op == OpId::dp4a) {
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
    const auto found = functions().find(op);
    if (found == functions().end())
        return std::nullopt;
    const Function& function = found->second;
    if (element == Float64)
        return pureCall(function.name, call.dtype, call.args);
    if (element == Float32) {
        const bool isFast = m_file.options().fastMath && function.isFast;
        return pureCall((isFast ? "__" : "") + std::string(function.name) + "f", call.dtype, call.args);
    }
    if (!isHalf(element))
        return std::nullopt;
    if (op == OpId::round || op == OpId::nearbyint)
        return pureCall("hrint", call.dtype, call.args);
    if (function.half == Half::Helper)
        use(element == Float16 ? Feature::HalfMath : Feature::BFloat16Math);
    if (function.half != Half::Float)
        return pureCall("h" + std::string(function.name), call.dtype, call.args);
    if (call.dtype.lanes != 1)
        return std::nullopt;
    std::string text = std::string(function.name) + "f(";
    for (size_t at = 0; at < call.args.size(); ++at)
        text += (at == 0 ? "(float)" : ", (float)") + expr(*call.args[at]);
    return "((" + type(element) + ")" + text + "))";
}

} // namespace tir::cuda_c
