#include "tests/core/codegen/compile_chunk.h"

#include "core/analysis/verify/types.h"
#include "core/ir/places.h"
#include "core/script/reading/parser.h"
#include "tests/core/codegen/compile_cases.h"

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

OwnedModule moduleOf(const std::vector<const ChunkCase*>& cases)
{
    std::vector<std::string> scripts;
    for (const ChunkCase* one : cases)
        scripts.push_back(one->script);
    const auto parsed = parseModule(SourceText("cases.py", moduleOf(scripts)));
    return parsed ? parsed->module : OwnedModule();
}

std::set<std::string> refusedFunctions(const Module& module, const Diagnostics& refusals)
{
    const PlaceTable places(module);
    std::map<Place, std::string> functions; // by their first places
    for (const ModuleEntry& entry : module.functions)
        functions[places.placeOfFunction(entry.function)] = std::string(entry.var->name);
    std::set<std::string> refused;
    for (const Diagnostic& refusal : refusals)
        if (const auto after = functions.upper_bound(refusal.place);
            refusal.place != NoPlace && after != functions.begin())
            refused.insert(std::prev(after)->second);
    return refused;
}

PtxParts splitPtx(const std::string& text)
{
    constexpr std::string_view Start = "\n\t// .globl\t";
    constexpr std::string_view Entry = ".visible .entry ";
    PtxParts parts;
    for (size_t at = 0; at < text.size();) {
        const size_t next = std::min(text.find(Start, at + 1), text.size());
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
