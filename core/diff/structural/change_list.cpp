#include "core/diff/structural/change_list.h"

#include "core/diff/structural/line_owners.h"
#include "core/support/count_text.h"
#include "core/support/list_text.h"

#include <algorithm>
#include <unordered_map>

namespace tir {
namespace {

class Lister {
public:
    Lister(const StructuralDiff& diff, const DiffText& before, const DiffText& after)
        : m_diff(diff),
          m_beforeText(before),
          m_afterText(after),
          m_before(diff.before(), before),
          m_after(diff.after(), after)
    {
        for (const Rename& rename : diff.renames())
            m_variables.emplace(rename.after, rename.before);
    }

    std::vector<ListedChange> list()
    {
        std::vector<ListedChange> changes;
        for (const StructuralChange& change : m_diff.changes())
            changes.push_back(listed(change));
        return changes;
    }

private:
    ListedChange listed(const StructuralChange& change) const
    {
        const bool isAfter = change.after != NoNode;
        const StatementTree& tree = isAfter ? m_diff.after() : m_diff.before();
        const TreeIndex node = isAfter ? change.after : change.before;
        ListedChange result{.kind = change.kind,
                            .function = functionName(tree, node),
                            .source = {},
                            .before = rangeOf(m_diff.before(), m_before, m_beforeText, change.before),
                            .after = rangeOf(m_diff.after(), m_after, m_afterText, change.after),
                            .statement = statement(isAfter ? m_after : m_before, node),
                            .statements = change.statements,
                            .attributes = change.header.attributes};
        for (const PartChange& part : change.header.parts)
            result.parts.push_back({spanOf(m_beforeText, part.before), spanOf(m_afterText, part.after),
                                    part.isIndex, part.isMemory});
        const bool hasSource = change.kind == ChangeKind::Moved || change.kind == ChangeKind::Outlined ||
                               change.kind == ChangeKind::Copied;
        if (hasSource)
            result.source = functionName(m_diff.before(), change.before);
        if (change.kind == ChangeKind::Outlined) {
            result.before = outlinedLines(change);
            result.parameters = parameters(change.after);
        }
        return result;
    }

    static std::string functionName(const StatementTree& tree, TreeIndex node)
    {
        const TreeIndex function = node == NoNode ? NoNode : tree[node].function;
        return function == NoNode ? std::string() : std::string(tree.entryOf(function).var->name);
    }

    static std::optional<Span> spanOf(const DiffText& text, Place place)
    {
        if (place == NoPlace || text.placeSpans[place].isEmpty())
            return std::nullopt;
        return text.placeSpans[place];
    }

    static std::optional<LineRange> rangeOf(const StatementTree& tree, const LineOwners& lines,
                                            const DiffText& text, TreeIndex node)
    {
        const std::optional<Span> span = node == NoNode ? std::nullopt : spanOf(text, tree[node].place);
        if (!span)
            return std::nullopt;
        return LineRange{int(lines.lineAt(span->begin)) + 1, int(lines.lineAt(span->end - 1)) + 1};
    }

    static std::string statement(const LineOwners& lines, TreeIndex node)
    {
        const int line = lines.firstLine(node);
        return line < 0 ? std::string() : std::string(lines.content(size_t(line)));
    }

    /// The lines of the first module whose statements are in the new function.
    std::optional<LineRange> outlinedLines(const StructuralChange& change) const
    {
        std::optional<LineRange> range;
        const StatementTree& after = m_diff.after();
        for (TreeIndex node = change.after; node < after[change.after].end; ++node) {
            const TreeIndex partner = m_diff.matching().ofAfter(node);
            if (partner == NoNode || m_diff.before()[partner].function != change.before)
                continue;
            const std::optional<LineRange> lines = rangeOf(m_diff.before(), m_before, m_beforeText, partner);
            if (!lines)
                continue;
            range = range
                        ? LineRange{std::min(range->first, lines->first), std::max(range->last, lines->last)}
                        : *lines;
        }
        return range;
    }

    std::vector<CapturedVariable> parameters(TreeIndex function) const
    {
        // A pointer parameter corresponds to the data of the buffer that is declared over it.
        std::unordered_map<const Node*, std::string> variables;
        for (const auto& [after, before] : m_variables) {
            if (const auto* buffer = as<Buffer>(after))
                variables.emplace(buffer->data, std::string(as<Buffer>(before)->name) + ".data");
            else
                variables[after] = std::string(as<Var>(before)->name);
        }
        std::vector<CapturedVariable> result;
        const auto* outlined = as<PrimFunc>(m_diff.after()[function].node);
        for (const Var* parameter : outlined ? outlined->params : VarList()) {
            const auto found = variables.find(parameter);
            result.push_back({std::string(parameter->name),
                              found == variables.end() ? std::string(parameter->name) : found->second});
        }
        return result;
    }

    const StructuralDiff& m_diff;
    const DiffText& m_beforeText;
    const DiffText& m_afterText;
    LineOwners m_before;
    LineOwners m_after;
    std::unordered_map<const Node*, const Node*>
        m_variables; ///< variables and buffers that are called otherwise
};

std::string toText(const LineRange& range)
{
    return range.first == range.last
               ? "line " + std::to_string(range.first)
               : "lines " + std::to_string(range.first) + "-" + std::to_string(range.last);
}

std::string quoted(const DiffText& text, const Span& span)
{
    std::string words(text.text.substr(span.begin, span.end - span.begin));
    // The first line is enough for text of several lines.
    if (const size_t end = words.find('\n'); end != std::string::npos)
        words = words.substr(0, end) + " ...";
    return "'" + words + "'";
}

std::string partText(const ListedPart& part, const DiffText& before, const DiffText& after)
{
    if (part.isMemory && part.after)
        return quoted(after, *part.after) + " is on other memory";
    const std::string kind = part.isIndex ? "index " : "";
    if (part.before && part.after)
        return kind + quoted(before, *part.before) + " is now " + quoted(after, *part.after);
    if (part.after)
        return kind + quoted(after, *part.after) + " is new";
    return part.before ? kind + quoted(before, *part.before) + " is gone" : std::string();
}

std::string details(const ListedChange& change, const DiffText& before, const DiffText& after)
{
    const auto from = [&] {
        return "from " + change.source + (change.before ? ", " + toText(*change.before) : std::string());
    };
    switch (change.kind) {
    case ChangeKind::Changed: {
        std::vector<std::string> texts;
        for (const ListedPart& part : change.parts)
            texts.push_back(partText(part, before, after));
        if (!change.attributes.empty())
            texts.push_back("attributes " + listText(change.attributes));
        const std::string all = listText(texts);
        return all.empty() ? change.statement : all;
    }
    case ChangeKind::Annotated:
        return listText(change.attributes);
    case ChangeKind::Moved:
        return from() + ": " + change.statement;
    case ChangeKind::Wrapped:
    case ChangeKind::Unwrapped:
        return counted(int64_t(change.statements), "statement") + " by: " + change.statement;
    case ChangeKind::Outlined: {
        std::vector<std::string> texts;
        for (const CapturedVariable& each : change.parameters)
            texts.push_back(each.parameter == each.variable ? each.parameter
                                                            : each.parameter + " (" + each.variable + ")");
        return counted(int64_t(change.statements), "statement") + " " + from() +
               (texts.empty() ? "" : "; parameters: " + listText(texts));
    }
    case ChangeKind::Copied:
        return from() + ": " + change.statement;
    case ChangeKind::Inserted:
    case ChangeKind::Deleted:
        return (change.statements > 1 ? counted(int64_t(change.statements), "statement") + ", the first: "
                                      : "") +
               change.statement;
    }
    return {};
}

} // namespace

std::vector<ListedChange> listChanges(const StructuralDiff& diff, const DiffText& before,
                                      const DiffText& after)
{
    return Lister(diff, before, after).list();
}

std::string toText(const ListedChange& change, const DiffText& before, const DiffText& after)
{
    const std::optional<LineRange>& lines = change.after ? change.after : change.before;
    const std::string where = change.function.empty() ? "module" : change.function;
    const std::string what(toString(change.kind));
    const std::string more = details(change, before, after);
    return where + (lines ? ", " + toText(*lines) : "") + ": " + what + (more.empty() ? "" : " " + more);
}

} // namespace tir
