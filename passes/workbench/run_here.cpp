#include "passes/workbench/run_here.h"

#include "core/codegen/llvm_ir/emit.h"
#include "core/runtime/arguments.h"
#include "core/runtime/checker/checker.h"
#include "core/runtime/cpu_jit.h"
#include "core/runtime/packed_call.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>

namespace tir {
namespace {

using Clock = std::chrono::steady_clock;

int64_t nanosecondsSince(Clock::time_point start)
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

RunReport refused(Diagnostics diagnostics)
{
    RunReport report;
    report.device = "cpu";
    for (const Diagnostic& diagnostic : diagnostics)
        report.message += (report.message.empty() ? "" : "\n") + diagnostic.message;
    report.diagnostics = std::move(diagnostics);
    return report;
}

std::string numberInWords(DType dtype, const void* value)
{
    Tensor tensor = makeTensor(dtype, {});
    std::memcpy(tensor.bytes.data(), value, tensor.bytes.size());
    char text[32];
    std::snprintf(text, sizeof text, dtype.isAnyFloat() ? "%.9g" : "%.0f", numberAt(tensor, 0));
    return text;
}

bool isPacked(const PrimFunc& function)
{
    return callingConv(function) == CallingConv::CPackedFunc;
}

/// The function whose parameters say what the arguments are; null when nothing does.
const PrimFunc* signatureOf(const RunRequest& request, const std::string& entry, const PrimFunc& function)
{
    const ModuleEntry* origin = request.signature.module ? request.signature.module->find(entry) : nullptr;
    const auto* signature = origin ? as<PrimFunc>(origin->function) : nullptr;
    if (!isPacked(function))
        return &function;
    return signature && !isPacked(*signature) ? signature : nullptr;
}

std::optional<ProgramError> callDirectly(const CpuProgram& compiled, const LlvmProgram& program,
                                         const std::unordered_map<const Var*, int64_t>& known,
                                         std::vector<Argument>& params, Checker* checker, RunReport& report)
{
    std::vector<int64_t> sizes;
    for (const Var* size : program.sizes)
        sizes.push_back(known.at(size));
    std::vector<void*> pointers;
    for (Argument& param : params)
        pointers.push_back(param.value.bytes.data());
    for (int64_t& size : sizes)
        pointers.push_back(&size);
    std::array<std::byte, 8> result = {};
    auto failure = compiled.run(pointers.data(), result.data(), checker);
    if (!failure && !program.returnDType.isVoid())
        report.returnValue = numberInWords(program.returnDType, result.data());
    return failure;
}

std::optional<ProgramError> callPacked(const CpuProgram& compiled, const PrimFunc& function,
                                       std::vector<Argument>& params, Checker* checker, RunReport& report)
{
    PackedCall call(params, expectedDeviceType(function));
    std::array<std::byte, 8> errorCode = {};
    auto failure = compiled.run(call.pointers(), errorCode.data(), checker);
    if (failure)
        return failure;
    switch (PackedType(call.result().typeIndex)) {
    case PackedType::Int:
    case PackedType::Bool:
        report.returnValue = numberInWords(Int64, &call.result().integer);
        break;
    case PackedType::Float:
        report.returnValue = numberInWords(Float64, &call.result().real);
        break;
    default:
        break;
    }
    return std::nullopt;
}

/// The checker of a checked program, which knows the memory of the arguments; else null.
std::unique_ptr<Checker> checkerFor(const LlvmProgram& program, std::vector<Argument>& params, bool isChecked)
{
    if (!isChecked)
        return nullptr;
    auto checker = std::make_unique<Checker>(program.sites);
    for (Argument& param : params)
        if (!param.isScalar)
            checker->addMemory(param.value.bytes.data(), param.value.bytes.size(), RegionKind::Global, true);
    return checker;
}

std::vector<WrittenElements> writersOf(const Checker& checker, const Tensor& tensor)
{
    std::vector<WrittenElements> result;
    int64_t end = 0;
    for (const uint32_t site : checker.writers(tensor.bytes.data(), elementBytes(tensor.dtype))) {
        const Place place = site == NoSite ? NoPlace : checker.site(site).statement;
        if (result.empty() || result.back().place != place)
            result.push_back({end, place});
        result.back().end = ++end;
    }
    return result;
}

RunReport runOrRefuse(const RunRequest& request)
{
    if (request.device != "cpu")
        return refused({error("no-device", "there is no device '" + request.device + "'")});
    const Module& module = *request.module.module;
    const Result<std::string> entry = request.entry.empty() ? chooseEntry(module) : request.entry;
    if (!entry)
        return refused(entry.diagnostics());
    const auto start = Clock::now();
    const Result<LlvmProgram> program = emitLlvm(module, {*entry, request.isChecked});
    if (!program)
        return refused(program.diagnostics());
    const auto& function = to<PrimFunc>(*module.find(*entry)->function);
    const PrimFunc* signature = signatureOf(request, *entry, function);
    if (!signature)
        return refused(
            {error("no-signature", "function '" + *entry +
                                       "' takes its arguments packed; without the module it was made "
                                       "from, nobody knows what they are")});
    Result<Arguments> arguments = makeArguments(*signature, {request.seed, request.inputs});
    if (!arguments)
        return refused(arguments.diagnostics());
    const Result<CpuProgram> compiled = CpuProgram::compile(*program);
    if (!compiled)
        return refused(compiled.diagnostics());

    RunReport report;
    report.device = "cpu";
    report.compileNs = nanosecondsSince(start);
    std::vector<Argument> params = arguments->params;
    const std::unique_ptr<Checker> checker = checkerFor(*program, params, request.isChecked);
    const auto started = Clock::now();
    const std::optional<ProgramError> failure =
        isPacked(function)
            ? callPacked(*compiled, function, params, checker.get(), report)
            : callDirectly(*compiled, *program, arguments->sizes, params, checker.get(), report);
    report.runNs = nanosecondsSince(started);
    report.status = failure ? RunStatus::Failed : RunStatus::Done;
    if (failure)
        report.message = failure->kind + ": " + failure->message;
    for (size_t index = 0; index < params.size(); ++index) {
        const Tensor& before = arguments->params[index].value;
        std::vector<WrittenElements> writers;
        if (checker && !params[index].isScalar)
            writers = writersOf(*checker, params[index].value);
        report.tensors.push_back({params[index].name, toString(before.dtype), before.shape, before.bytes,
                                  std::move(params[index].value.bytes), params[index].isScalar,
                                  std::move(writers)});
    }
    if (checker)
        report.findings = checker->takeFindings();
    return report;
}

} // namespace

RunReport runHere(const RunRequest& request)
{
    try {
        return runOrRefuse(request);
    } catch (const InternalError& failure) {
        return refused({error("internal", std::string("internal error: ") + failure.what())});
    } catch (const std::bad_alloc&) {
        return refused(
            {error("no-memory", "the memory limit of " + std::to_string(request.memoryLimitBytes >> 20) +
                                    " MiB does not suffice")});
    }
}

} // namespace tir
