#include "passes/workbench/worker/entry_call.h"

#include "core/ir/packed_fields.h"
#include "core/runtime/jit/packed_call.h"
#include "core/support/decimal.h"

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tir {
namespace {

/// A number of at most float32 has no more significant digits.
constexpr int FloatDigits = 9;

/// Of a float of the type.
std::string floatInWords(DType dtype, double number)
{
    return dtype == Float64 ? shortestText(number) : decimalText(number, FloatDigits);
}

bool isPacked(const PrimFunc& function)
{
    return callingConv(function) == CallingConv::CPackedFunc;
}

std::optional<ProgramError> callDirectly(const EntryCall& call, std::vector<Argument>& params,
                                         RunReport& report)
{
    std::vector<int64_t> sizes;
    for (const Var* size : call.program.sizes)
        sizes.push_back(call.sizes.at(size));
    std::vector<void*> pointers;
    for (size_t index = 0; index < params.size(); ++index) {
        const bool isOnDevice = !call.deviceMemory.empty() && !params[index].isScalar;
        pointers.push_back(isOnDevice ? call.deviceMemory[index] : params[index].value.bytes.data());
    }
    for (int64_t& size : sizes)
        pointers.push_back(&size);
    std::array<std::byte, 8> result = {};
    auto failure = call.run(pointers.data(), result.data());
    const DType dtype = call.program.returnDType;
    if (failure || dtype.isVoid() || !tirscope_returned)
        return failure;
    report.returnDType = toString(dtype);
    report.returnValue = dtype.isAnyFloat() ? floatInWords(dtype, numberAt(dtype, result.data(), 0))
                                            : numberText(dtype, result.data(), 0, FloatDigits);
    return failure;
}

std::optional<ProgramError> callPacked(const EntryCall& call, std::vector<Argument>& params,
                                       RunReport& report)
{
    PackedCall packed(params, expectedDeviceType(call.function), call.deviceMemory);
    std::array<std::byte, 8> errorCode = {};
    auto failure = call.run(packed.pointers(), errorCode.data());
    if (failure)
        return failure;
    const PackedValue& result = packed.result();
    const DType dtype = call.returnDType;
    const bool isUnsigned = dtype.isUInt() && dtype.bits == 64; // it is passed as the same bits
    switch (TypeIndex(result.typeIndex)) {
    case TypeIndex::Int:
    case TypeIndex::Bool:
        report.returnDType = toString(dtype.isIntegral() ? dtype : Int64);
        report.returnValue =
            isUnsigned ? std::to_string(uint64_t(result.integer)) : std::to_string(result.integer);
        break;
    case TypeIndex::Float:
        report.returnDType = toString(dtype.isAnyFloat() ? dtype : Float64);
        report.returnValue = floatInWords(dtype.isAnyFloat() ? dtype : Float64, result.real);
        break;
    default:
        break;
    }
    return std::nullopt;
}

/// The entry in the original module of the request; null if there is none.
const PrimFunc* originOf(const RunRequest& request, const std::string& entry)
{
    const ModuleEntry* origin = request.signature.module ? request.signature.module->find(entry) : nullptr;
    return origin ? as<PrimFunc>(origin->function) : nullptr;
}

} // namespace

Result<const PrimFunc*> signatureOf(const RunRequest& request, const std::string& entry,
                                    const PrimFunc& function)
{
    if (!isPacked(function))
        return &function;
    const PrimFunc* signature = originOf(request, entry);
    if (!signature || isPacked(*signature))
        return error("no-signature", "function '" + entry +
                                         "' takes its arguments packed; without the module it was made "
                                         "from, they are unknown: run that module with a pipeline and "
                                         "the step after it, or a trace of the passes");
    return signature;
}

ArgumentOptions argumentOptions(const RunRequest& request, const std::string& entry, const PrimFunc& function)
{
    ArgumentOptions options{request.seed, request.inputs};
    const PrimFunc* origin = originOf(request, entry);
    if (!origin || origin == &function || isPacked(*origin))
        return options;
    const ArgumentPlan own = planArguments(function, options);
    const ArgumentPlan chosen = planArguments(*origin, options);
    // Thousands of parameters are no reason to look at millions of pairs.
    std::unordered_map<std::string_view, int64_t> sizes;
    for (const SizePlan& given : chosen.sizes)
        sizes.emplace(given.name, given.value);
    for (const SizePlan& size : own.sizes)
        if (const auto given = sizes.find(size.name); given != sizes.end())
            options.inputs.try_emplace(size.name, InputSpec::constant(double(given->second)));
    std::unordered_map<std::string_view, const InputSpec*> scalars;
    for (const ParameterPlan& given : chosen.params)
        if (given.kind == ParameterPlan::Kind::Scalar)
            scalars.emplace(given.name, &given.spec);
    for (const ParameterPlan& param : own.params)
        if (const auto given = scalars.find(param.name);
            given != scalars.end() && *given->second != param.spec)
            options.inputs.try_emplace(param.name, *given->second);
    return options;
}

std::optional<ProgramError> callEntry(const EntryCall& call, std::vector<Argument>& params, RunReport& report)
{
    return isPacked(call.function) ? callPacked(call, params, report) : callDirectly(call, params, report);
}

} // namespace tir
