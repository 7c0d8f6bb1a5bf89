#include "core/codegen/cuda_c/cuda_c.h"

#include "core/codegen/cuda_c/function/function_writer.h"
#include "core/codegen/cuda_c/names.h"
#include "core/codegen/device_functions.h"
#include "core/ir/contains.h"
#include "core/support/text_format.h"

#include <unordered_set>

namespace tir {
namespace {

using namespace cuda_c;

struct DeviceFunction {
    const PrimFunc* function;
    std::string symbol;
};

/// A function with a host of its own runs there and drives the device.
bool isForHost(const PrimFunc& function)
{
    const Target* target = targetOf(function);
    return target && target->host && callingConv(function) != CallingConv::DeviceKernelLaunch;
}

/// Whether host and device code still are one function.
bool isUnsplit(const PrimFunc& function)
{
    return contains(*function.body, [](const Node& node) {
        const auto* attribute = as<AttrStmt>(&node);
        return attribute && (attribute->key == attr::ThreadExtent || attribute->key == attr::Target);
    });
}

std::vector<DeviceFunction> deviceFunctions(FileWriter& file)
{
    std::vector<DeviceFunction> found;
    std::unordered_set<std::string> symbols; // of those found
    for (const ModuleEntry& entry : file.module().functions) {
        const auto* function = as<PrimFunc>(entry.function);
        if (!function || !isForCuda(*function))
            continue;
        const Place place = file.places().placeOfFunction(function);
        const std::string_view exported = globalSymbol(*function);
        const std::string symbol = c_like::identifier(exported.empty() ? entry.var->name : exported);
        if (isForHost(*function) && !isUnsplit(*function))
            continue;
        if (isForHost(*function))
            file.refuse(place, "function " + quoted(symbol) +
                                   " is not split into host and device code yet: generate "
                                   "from a step after SplitHostDevice");
        else if (!function->bufferMap.empty())
            file.refuse(place, "function " + quoted(symbol) + " still has buffer parameters");
        else if (isKeyword(symbol))
            file.refuse(place, "function " + quoted(symbol) + " has the name of a keyword of C++");
        else if (isDefinedByCuda(symbol))
            file.refuse(place, "function " + quoted(symbol) +
                                   " has a name that CUDA C defines: give it another one");
        else if (!symbols.insert(symbol).second)
            file.refuse(place, "two functions are called " + quoted(symbol));
        else
            found.push_back({function, symbol});
    }
    return found;
}

} // namespace

Result<Artifact> generateCudaC(const Module& module, const CodegenOptions& options)
{
    FileWriter file(module, options);
    const std::vector<DeviceFunction> functions = deviceFunctions(file);
    std::vector<c_like::FunctionText> texts;
    for (const DeviceFunction& device : functions)
        texts.push_back(FunctionWriter(file, *device.function, device.symbol).write());
    Diagnostics refusals = file.takeRefusals();
    if (functions.empty() && refusals.empty())
        refusals.push_back(error("no-device-code",
                                 "the module has no function for a CUDA target; SplitHostDevice makes one "
                                 "of every launch"));
    if (!refusals.empty())
        return refusals;

    Artifact artifact;
    artifact.kind = ArtifactKind::Cuda;
    artifact.arch = options.arch;
    artifact.remarks = file.takeRemarks();
    artifact.content = file.head();
    for (const c_like::FunctionText& text : texts)
        artifact.content += text.declaration + ";\n";
    for (size_t number = 0; number < texts.size(); ++number) {
        const auto start = uint32_t(artifact.content.size());
        for (const ArtifactRange& range : texts[number].ranges)
            artifact.ranges.push_back({{range.span.begin + start, range.span.end + start}, range.place});
        artifact.content += texts[number].definition + "\n";
        if (callingConv(*functions[number].function) == CallingConv::DeviceKernelLaunch)
            artifact.entryPoints.push_back(functions[number].symbol);
    }
    return artifact;
}

} // namespace tir
