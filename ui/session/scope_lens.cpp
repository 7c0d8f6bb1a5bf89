#include "ui/session/scope_lens.h"

#include "core/analysis/scopes.h"

#include <algorithm>
#include <map>
#include <set>

namespace tir::ui {
namespace {

/// Nodes of the module with this identity: a pass may have created several copies of one variable.
std::vector<const Node*> nodesOf(const ModuleText& text, const Identities& identities, const Node* identity)
{
    std::vector<const Node*> nodes;
    const auto add = [&](const Node* node) {
        if (identities.of(node) == identity && std::ranges::find(nodes, node) == nodes.end())
            nodes.push_back(node);
    };
    for (const PlaceTable::Entry& entry : text.places.entries())
        if (as<Var>(entry.node) || as<Buffer>(entry.node))
            add(entry.node);
    return nodes;
}

/// The last line that a definition reaches.
int lastLineOf(const ModuleText& text, const VarDefinition& definition)
{
    int last = 0;
    for (Place place = definition.begin; place < definition.end; ++place)
        if (const Span span = text.placeSpans[place]; !span.isEmpty())
            last = std::max(last, text.code.lineAt(span.end - 1));
    return last;
}

Span lineSpan(const CodeText& code, int line)
{
    return {code.lineStarts[size_t(line)], code.lineStarts[size_t(line) + 1] - 1};
}

class LensMaker {
public:
    LensMaker(const ModuleText& text, const Identities& identities)
        : m_text(text),
          m_scopes(text.scopes()),
          m_identities(identities)
    {}

    CodeLens make(const Node* selected)
    {
        std::vector<const Var*> memories;
        m_ranks[selected] = LensRank::Selected;
        for (const Node* node : nodesOf(m_text, m_identities, selected)) {
            const Var* memory = m_scopes.memoryOf(*node);
            if (!memory) {
                addVariable(to<Var>(*node));
                continue;
            }
            if (std::ranges::find(memories, memory) != memories.end())
                continue;
            memories.push_back(memory);
            addMemory(*memory, as<Buffer>(node) != nullptr);
        }
        CodeLens lens;
        for (const auto& [identity, rank] : m_ranks)
            lens.members.push_back({identity, rank});
        std::ranges::sort(lens.members, {}, &CodeLens::Member::identity);
        addStrays(lens);
        for (const VarDefinition& definition : m_scopes.definitions())
            if (const auto shown = m_shown.find(definition.var); shown != m_shown.end())
                lens.scopes.push_back(scopeOf(definition, shown->second));
        return lens;
    }

private:
    void addVariable(const Var& var) { m_shown.try_emplace(&var); }

    /// The bracket is that of the memory; pointers into it may live shorter.
    void addMemory(const Var& memory, bool isBufferSelected)
    {
        m_shown.try_emplace(&memory);
        for (const Node* member : m_scopes.membersOf(memory)) {
            const bool isPointer = as<Var>(member) != nullptr;
            const LensRank rank = isPointer == isBufferSelected ? LensRank::Pointer : LensRank::View;
            m_ranks.emplace(m_identities.of(member), rank);
        }
    }

    LensScope scopeOf(const VarDefinition& definition, const std::set<int>& strayLines) const
    {
        const int first = m_text.code.lineAt(m_text.spanOf(definition.statement).begin);
        return {.firstLine = first,
                .lastLine = std::max(first, lastLineOf(m_text, definition)),
                .definition = lineSpan(m_text.code, first),
                .strayLines = {strayLines.begin(), strayLines.end()}};
    }

    /// The name in the text that a place is about.
    Span nameAt(const StrayUse& use) const
    {
        const Span span = m_text.spanOf(use.place);
        const Node* buffer = m_identities.of(use.buffer);
        const Node* var = m_identities.of(use.var);
        for (size_t at = m_text.code.firstTokenBehind(span.begin); at < m_text.code.tokens.size(); ++at) {
            const CodeToken& token = m_text.code.tokens[at];
            if (token.begin >= span.end)
                break;
            if (token.identity && (token.identity == buffer || token.identity == var))
                return {token.begin, token.end};
        }
        return {};
    }

    void addStrays(CodeLens& lens)
    {
        for (const StrayUse& use : m_scopes.strayUses()) {
            auto shown = m_shown.find(use.var);
            if (shown == m_shown.end())
                shown = m_shown.find(m_scopes.memoryOf(*use.var)); // a pointer into the memory
            const Span name = shown == m_shown.end() ? Span() : nameAt(use);
            if (name.isEmpty())
                continue;
            lens.strays.push_back(name);
            shown->second.insert(m_text.code.lineAt(name.begin));
        }
        std::ranges::sort(lens.strays, {}, &Span::begin);
    }

    const ModuleText& m_text;
    const Scopes& m_scopes;
    const Identities& m_identities;
    std::map<const Node*, LensRank> m_ranks; ///< by identity
    /// Whose scopes are shown, each with the lines of the uses outside.
    std::map<const Var*, std::set<int>> m_shown;
};

/// `offset`: of the text, where the memory is not in scope.
std::string hintText(const ModuleText& text, const Buffer& buffer, const VarDefinition& definition,
                     uint32_t offset)
{
    const std::string name(definition.allocated ? definition.allocated->name : buffer.data->name);
    const Span defined = text.spanOf(definition.statement);
    const std::string line = std::to_string(text.code.lineAt(defined.begin) + 1);
    const ModuleEntry& owner = text.module().functions[size_t(definition.function)];
    const Span function = text.spanOf(text.places.placeOfFunction(owner.function));
    if (offset < function.begin || offset >= function.end)
        return "on " + name + " of " + std::string(owner.var->name) + ", line " + line;
    if (offset < defined.begin)
        return "on " + name + ", which is defined later, in line " + line;
    const std::string launch =
        definition.launch > 0 ? " of launch " + std::to_string(definition.launch) : std::string();
    return "on " + name + launch + ", which ended in line " +
           std::to_string(lastLineOf(text, definition) + 1);
}

} // namespace

CodeLens scopeLens(const ModuleText& text, const Identities& identities, const Node* selected)
{
    return selected ? LensMaker(text, identities).make(selected) : CodeLens();
}

CodeHints lostMemoryHints(const ModuleText& text, std::span<const TokenRange> printed)
{
    constexpr std::string_view Declaration = " = T.Buffer(";
    CodeHints hints;
    for (const TokenRange& token : printed) {
        const auto* buffer = as<Buffer>(token.entity);
        if (!buffer || text.code.text.compare(token.end, Declaration.size(), Declaration) != 0)
            continue;
        const int line = text.code.lineAt(token.begin);
        if (text.code.line(line).find("data=") != std::string_view::npos)
            continue;
        const VarDefinition* definition = text.scopes().definitionOf(*buffer->data);
        if (!definition)
            continue;
        const int first = text.code.lineAt(text.spanOf(definition->statement).begin);
        hints.push_back({.offset = text.code.lineStarts[size_t(line) + 1] - 1,
                         .kind = HintKind::Error,
                         .text = hintText(text, *buffer, *definition, token.begin),
                         .target = lineSpan(text.code, first)});
    }
    return hints;
}

} // namespace tir::ui
