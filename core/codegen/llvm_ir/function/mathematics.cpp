#include "core/codegen/llvm_ir/function/mathematics.h"

#include "core/analysis/calls.h"
#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function/work_counting.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tir::llvm_ir {
namespace {

struct Intrinsic {
    std::string_view name;
    llvm::Intrinsic::ID id;
};

/// Of one float argument. `round` is nearbyint, ties to even, as in TVM's generators.
constexpr Intrinsic UnaryIntrinsics[] = {
    {"ceil", llvm::Intrinsic::ceil},       {"fabs", llvm::Intrinsic::fabs},
    {"floor", llvm::Intrinsic::floor},     {"nearbyint", llvm::Intrinsic::nearbyint},
    {"round", llvm::Intrinsic::nearbyint}, {"sqrt", llvm::Intrinsic::sqrt},
    {"trunc", llvm::Intrinsic::trunc},
};

struct LibraryFunction {
    std::string_view name; ///< in the C library, for double
    size_t arity;
};

constexpr LibraryFunction LibraryFunctions[] = {
    {"acos", 1},  {"acosh", 1},    {"asin", 1},  {"asinh", 1}, {"atan", 1}, {"atan2", 2},     {"atanh", 1},
    {"cbrt", 1},  {"copysign", 2}, {"cos", 1},   {"cosh", 1},  {"erf", 1},  {"erfc", 1},      {"exp", 1},
    {"exp10", 1}, {"exp2", 1},     {"expm1", 1}, {"fdim", 2},  {"fmax", 2}, {"fmin", 2},      {"fmod", 2},
    {"hypot", 2}, {"log", 1},      {"log10", 1}, {"log1p", 1}, {"log2", 1}, {"nextafter", 2}, {"pow", 2},
    {"rint", 1},  {"sin", 1},      {"sinh", 1},  {"tan", 1},   {"tanh", 1},
};

/// CUDA and C append an f to the names of the float32 functions.
std::string_view withoutSuffix(std::string_view name)
{
    if (name.size() > 1 && name.back() == 'f' && name != "erf")
        name.remove_suffix(1);
    return name;
}

} // namespace

/// Of the C library; float32 and narrower in its float form.
llvm::Function* Mathematics::libraryFunction(std::string_view function, DType element,
                                             const std::vector<llvm::Type*>& params)
{
    if (llvm::Function* own = m_platform.libraryFunction(function, element, params))
        return own;
    llvm::Function* callee = m_module.external(std::string(function) + (element.bits == 64 ? "" : "f"),
                                               valueType(element), params);
    callee->setDoesNotAccessMemory();
    callee->setDoesNotThrow();
    return callee;
}

/// The function on every lane.
llvm::Value* Mathematics::emitLibraryCall(std::string_view function, DType dtype,
                                          const std::vector<Value*>& args)
{
    llvm::IRBuilderBase& b = m_builder;
    std::vector<llvm::Type*> types;
    for (Value* arg : args)
        types.push_back(arg->getType()->getScalarType());
    llvm::Function* callee = libraryFunction(function, dtype.element(), types);
    Value* result = undefined(dtype);
    for (int lane = 0; lane < dtype.lanes; ++lane) {
        std::vector<Value*> laneArgs;
        for (Value* arg : args)
            laneArgs.push_back(dtype.lanes == 1 ? arg : b.CreateExtractElement(arg, uint64_t(lane)));
        Value* value = b.CreateCall(callee, laneArgs);
        result = dtype.lanes == 1 ? value : b.CreateInsertElement(result, value, uint64_t(lane));
    }
    return m_forms.rounded(dtype, result);
}

llvm::Value* Mathematics::emitMath(const Call& call, std::string_view name, bool& known)
{
    const ExprList args = operands(call);
    Value* result = nullptr;
    if (!args.empty() && args[0]->dtype.isAnyFloat())
        result = emitOfFloats(call, isExternCall(call) ? withoutSuffix(name) : name, args);
    else if (!args.empty() && args[0]->dtype.isIntegral())
        result = emitOfIntegers(call, name, args);
    known = result != nullptr;
    if (known && call.dtype.isAnyFloat())
        m_work.countOperations(call.dtype, withoutSuffix(name) == "fma" ? 2 : 1);
    return result;
}

/// Without the name of the function and what else precedes its arguments.
tir::ExprList Mathematics::operands(const Call& call)
{
    const bool isExtern = isExternCall(call);
    const bool isNamed =
        isExtern || call.isOp(OpId::call_llvm_intrin) || call.isOp(OpId::call_llvm_pure_intrin);
    const ExprList args = isNamed ? call.args.subspan(1) : call.args;
    // The number of arguments may be between the name of an intrinsic and its arguments.
    const auto* count = isNamed && !isExtern && args.size() > 1 ? as<IntImm>(args[0]) : nullptr;
    const bool isCounted =
        count && count->dtype == UInt32 && count->value > 0 && count->value < int64_t(args.size()) + 1;
    return isCounted ? args.subspan(1) : args;
}

/// An intrinsic or a function of the C library of float arguments only; null for others.
llvm::Value* Mathematics::emitListed(std::string_view name, ExprList args)
{
    const DType dtype = args[0]->dtype;
    const auto arg = [&](size_t index) { return m_expressions.emitAs(*args[index], dtype); };
    const auto intrinsic = std::find_if(std::begin(UnaryIntrinsics), std::end(UnaryIntrinsics),
                                        [&](const Intrinsic& entry) { return entry.name == name; });
    if (intrinsic != std::end(UnaryIntrinsics) && args.size() == 1)
        return m_forms.rounded(dtype, m_builder.CreateUnaryIntrinsic(intrinsic->id, arg(0)));
    const auto library = std::find_if(std::begin(LibraryFunctions), std::end(LibraryFunctions),
                                      [&](const LibraryFunction& entry) { return entry.name == name; });
    if (library == std::end(LibraryFunctions) || library->arity != args.size())
        return nullptr;
    std::vector<Value*> values;
    for (size_t index = 0; index < args.size(); ++index)
        values.push_back(arg(index));
    return emitLibraryCall(name, dtype, values);
}

llvm::Value* Mathematics::emitOfFloats(const Call& call, std::string_view name, ExprList args)
{
    llvm::IRBuilderBase& b = m_builder;
    const DType dtype = args[0]->dtype;
    const auto arg = [&](size_t index) { return m_expressions.emitAs(*args[index], dtype); };
    // An external function has its own types; those of the C library return their argument type.
    const auto finish = [&](Value* result) { return m_conversions.emitCast(call.dtype, dtype, result); };

    if (Value* result = emitListed(name, args))
        return finish(result);
    llvm::Value* one = llvm::ConstantFP::get(valueType(dtype), 1.0);
    if (name == "rsqrt")
        return finish(
            m_forms.rounded(dtype, b.CreateFDiv(one, b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, arg(0)))));
    if (name == "sigmoid") {
        const DType wide = dtype.bits < 32 ? Float32.withLanes(dtype.lanes) : dtype;
        Value* power = emitLibraryCall("exp", wide, {b.CreateFNeg(arg(0))});
        return finish(m_forms.rounded(dtype, b.CreateFDiv(one, b.CreateFAdd(one, power))));
    }
    if (name == "fma" && args.size() == 3)
        return finish(m_forms.rounded(
            dtype, b.CreateIntrinsic(llvm::Intrinsic::fma, {valueType(dtype)}, {arg(0), arg(1), arg(2)})));
    if (name == "ldexp" && args.size() == 2) {
        Value* exponent = m_expressions.emitAs(*args[1], Int32.withLanes(dtype.lanes));
        return finish(m_forms.rounded(dtype, b.CreateIntrinsic(llvm::Intrinsic::ldexp,
                                                               {valueType(dtype), exponent->getType()},
                                                               {arg(0), exponent})));
    }
    if (name == "lround") // halves away from zero
        return finish(b.CreateUnaryIntrinsic(llvm::Intrinsic::round, arg(0)));
    Value* infinity = llvm::ConstantFP::getInfinity(valueType(dtype));
    const auto magnitude = [&] { return b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, arg(0)); };
    if (name == "isnan")
        return b.CreateFCmpUNO(arg(0), llvm::Constant::getNullValue(valueType(dtype)));
    if (name == "isinf")
        return b.CreateFCmpOEQ(magnitude(), infinity);
    if (name == "isfinite")
        return b.CreateFCmpOLT(magnitude(), infinity);
    return nullptr;
}

llvm::Value* Mathematics::emitOfIntegers(const Call& call, std::string_view name, ExprList args)
{
    llvm::IRBuilderBase& b = m_builder;
    const DType dtype = args[0]->dtype;
    const auto arg = [&](size_t index) { return m_expressions.emitAs(*args[index], dtype); };
    const auto finish = [&](Value* result) { return m_conversions.emitCast(call.dtype, dtype, result); };

    if (name == "popcount" || name == "ctpop")
        return finish(b.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, arg(0)));
    if (name == "clz" || name == "ctlz")
        return finish(b.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, arg(0), b.getFalse()));
    if (name == "fabs" || name == "abs")
        return finish(dtype.isInt() ? b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, arg(0), b.getFalse())
                                    : arg(0));
    if (name == "fma" && args.size() == 3)
        return finish(b.CreateAdd(b.CreateMul(arg(0), arg(1)), arg(2)));
    // Integers are whole already.
    if (name == "floor" || name == "ceil" || name == "trunc" || name == "round" || name == "nearbyint")
        return finish(arg(0));
    if (name == "isnan" || name == "isinf")
        return llvm::Constant::getNullValue(valueType(call.dtype));
    return nullptr;
}

} // namespace tir::llvm_ir
