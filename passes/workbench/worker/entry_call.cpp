#include "passes/workbench/worker/entry_call.h"

#include "core/ir/packed_fields.h"
#include "core/runtime/jit/packed_call.h"
#include "core/support/decimal.h"

#include <array>
#include <cstring>
#include <string_view>
#include <unordered_map>

namespace tir {
namespace {

std::string numberInWords(DType dtype, const void* value)
{
    Tensor tensor = makeTensor(dtype, {});
    std::memcpy(tensor.bytes.data(), value, tensor.bytes.size());
    const double number = numberAt(tensor, 0);
    return dtype.isAnyFloat() ? decimalText(number, 9) : fixedText(number, 0);
}

bool isPacked(const PrimFunc& function)
{
    return callingConv(function) == CallingConv::CPackedFunc;
}

std::optional<ProgramError> callDirectly(const EntryCall& call, std::vector<Argument>& params,
                                         std::string& returnValue)
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
    if (!failure && !call.program.returnDType.isVoid())
        returnValue = numberInWords(call.program.returnDType, result.data());
    return failure;
}

std::optional<ProgramError> callPacked(const EntryCall& call, std::vector<Argument>& params,
                                       std::string& returnValue)
{
    PackedCall packed(params, expectedDeviceType(call.function), call.deviceMemory);
    std::array<std::byte, 8> errorCode = {};
    auto failure = call.run(packed.pointers(), errorCode.data());
    if (failure)
        return failure;
    switch (TypeIndex(packed.result().typeIndex)) {
    case TypeIndex::Int:
    case TypeIndex::Bool:
        returnValue = numberInWords(Int64, &packed.result().integer);
        break;
    case TypeIndex::Float:
        returnValue = numberInWords(Float64, &packed.result().real);
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

std::optional<ProgramError> callEntry(const EntryCall& call, std::vector<Argument>& params,
                                      std::string& returnValue)
{
    return isPacked(call.function) ? callPacked(call, params, returnValue)
                                   : callDirectly(call, params, returnValue);
}

} // namespace tir
