#include "tests/core/codegen/compile_chunk.h"

#include "core/analysis/verify/types.h"
#include "core/ir/places.h"
#include "core/script/reading/parser.h"
#include "tests/core/codegen/compile_cases.h"

#include <algorithm>

namespace tir::testing {

CompileChunk::CompileChunk(const std::vector<uint32_t>& numbers)
{
    for (const uint32_t number : numbers) {
        const std::string name = "case_" + std::to_string(number);
        const CompileCase content = compileCase(number, name);
        const auto parsed = parseModule(SourceText("case.py", moduleOf({content.text})));
        if (!parsed || !checkTypes(*parsed->module.module).empty()) {
            ++m_noPrograms;
            continue;
        }
        m_byName[name] = m_cases.size();
        m_cases.push_back({.name = name,
                           .operation = QString::fromStdString(content.name),
                           .script = content.text,
                           .module = parsed->module});
    }
}

QString CompileChunk::operationOf(const std::string& name) const
{
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? QString() : m_cases[found->second].operation;
}

OwnedModule moduleWith(const std::vector<const ChunkCase*>& cases)
{
    std::vector<std::string> scripts;
    for (const ChunkCase* one : cases)
        scripts.push_back(one->script);
    const auto parsed = parseModule(SourceText("cases.py", moduleOf(scripts)));
    return parsed ? parsed->module : OwnedModule();
}

std::map<std::string, Diagnostics> refusedFunctions(const Module& module, const Diagnostics& refusals)
{
    const PlaceTable places(module);
    std::map<Place, std::string> functions; // by their first places
    for (const ModuleEntry& entry : module.functions)
        functions[places.placeOfFunction(entry.function)] = std::string(entry.var->name);
    std::map<std::string, Diagnostics> refused;
    for (const Diagnostic& refusal : refusals)
        if (const auto after = functions.upper_bound(refusal.place);
            refusal.place != NoPlace && after != functions.begin())
            refused[std::prev(after)->second].push_back(refusal);
    return refused;
}

bool isOfAllGpus(const Diagnostics& refusals)
{
    return std::any_of(refusals.begin(), refusals.end(), [](const Diagnostic& refusal) {
        return refusal.message.find("sm_") == refusal.message.npos;
    });
}

PtxParts splitPtx(const std::string& text)
{
    // Functions of libdevice that kernels call are not global.
    constexpr std::string_view Starts[] = {"\n\t// .globl\t", "\n.func "};
    constexpr std::string_view Entry = ".visible .entry ";
    PtxParts parts;
    for (size_t at = 0; at < text.size();) {
        size_t next = text.size();
        for (const std::string_view start : Starts)
            next = std::min(next, text.find(start, at + 1));
        const std::string part = text.substr(at, next - at);
        at = next;
        const size_t entry = part.find(Entry);
        if (entry == part.npos) {
            parts.shared += part;
            continue;
        }
        const size_t name = entry + Entry.size();
        // Variables and declarations are before the first kernel.
        const size_t first = parts.kernels.empty() ? entry : 0;
        parts.shared += part.substr(0, first);
        parts.kernels[part.substr(name, part.find('(', name) - name)] = part.substr(first);
    }
    return parts;
}

} // namespace tir::testing
