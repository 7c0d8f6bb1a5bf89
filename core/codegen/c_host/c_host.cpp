#include "core/codegen/c_host/c_host.h"

#include "core/codegen/c_host/function_writer.h"
#include "core/codegen/host_functions.h"

#include <algorithm>

namespace tir {
namespace {

constexpr const char* EntryName = "__tvm_ffi_main";

bool isEntry(const ModuleEntry& entry)
{
    const AttrValue* mark = find(entry.function->attrs, attr::IsEntryFunc);
    return mark && mark->isTrue();
}

std::string entryWrapper(const std::string& callee)
{
    return std::string("TVM_DLL int32_t ") + EntryName +
           "(void* self_handle, void* args, int32_t num_args, void* result) {\n  return " + callee +
           "(self_handle, args, num_args, result);\n}\n";
}

} // namespace

Result<Artifact> generateHostC(const Module& module, const CodegenOptions&)
{
    std::vector<const ModuleEntry*> functions = hostFunctions(module);
    c_host::FileWriter file(module);
    std::sort(functions.begin(), functions.end(), [&](const ModuleEntry* a, const ModuleEntry* b) {
        return file.functionName(*a) < file.functionName(*b);
    });
    Artifact artifact{.kind = ArtifactKind::C};
    std::vector<c_like::FunctionText> texts;
    std::string entry;
    for (const ModuleEntry* function : functions) {
        c_like::FunctionLines lines(file.places());
        texts.push_back(c_host::FunctionWriter(file, *function, lines).write());
        if (isExposed(*function->function))
            artifact.entryPoints.push_back(file.functionName(*function));
        if (isExposed(*function->function) && isEntry(*function))
            entry = file.functionName(*function);
    }
    if (Diagnostics refusals = file.takeRefusals(); !refusals.empty())
        return refusals;
    if (artifact.entryPoints.empty())
        return noHostFunctions();

    artifact.content = file.head();
    for (const c_like::FunctionText& text : texts)
        artifact.content += text.declaration + ";\n";
    for (const c_like::FunctionText& text : texts) {
        artifact.content += '\n';
        const uint32_t begin = uint32_t(artifact.content.size());
        for (const ArtifactRange& range : text.ranges)
            artifact.ranges.push_back({{begin + range.span.begin, begin + range.span.end}, range.place});
        artifact.content += text.definition;
    }
    const auto& points = artifact.entryPoints;
    if (!entry.empty() && std::find(points.begin(), points.end(), EntryName) == points.end()) {
        artifact.content += '\n' + entryWrapper(entry);
        artifact.entryPoints.emplace_back(EntryName);
    }
    artifact.content += "\n#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n";
    return artifact;
}

} // namespace tir
