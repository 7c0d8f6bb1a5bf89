#include "core/diff/structural/change_list.h"

#include "core/diff/structural/line_owners.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <unordered_map>

namespace tir {
namespace {

std::string parameterText(const std::vector<CapturedVariable>& parameters)
{
    return listText(parameters, [](const CapturedVariable& each) {
        return each.parameter == each.variable ? each.parameter : each.parameter + " (" + each.variable + ")";
    });
}

/// "main, lines 11 to 24".
std::string placeText(const std::string& function, const std::optional<LineRange>& lines)
{
    if (!lines)
        return function;
    const std::string first = std::to_string(lines->first);
    return function + (lines->first == lines->last
                           ? ", line " + first
                           : ", lines " + first + " to " + std::to_string(lines->last));
}

/// Of a statement with many copies, the label names the first one.
void joinCopies(std::vector<LineLabel>& labels)
{
    std::vector<LineLabel> joined;
    std::vector<int> others;
    for (LineLabel& label : labels) {
        const bool isAnother = label.kind == ChangeKind::Copied && !joined.empty() &&
                               joined.back().kind == ChangeKind::Copied && joined.back().line == label.line;
        if (isAnother) {
            ++others.back();
            continue;
        }
        joined.push_back(std::move(label));
        others.push_back(0);
    }
    for (size_t i = 0; i < joined.size(); ++i)
        if (others[i] > 0)
            joined[i].text += " and " + counted(int64_t(others[i]), "more place");
    labels = std::move(joined);
}

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

    LineLabels labels() const
    {
        LineLabels labels;
        for (const StructuralChange& change : m_diff.changes())
            addLabels(change, labels);
        std::ranges::stable_sort(labels.before, {}, &LineLabel::line);
        std::ranges::stable_sort(labels.after, {}, &LineLabel::line);
        joinCopies(labels.before);
        return labels;
    }

private:
    ListedChange listed(const StructuralChange& change) const
    {
        const bool isAfter = change.after != NoNode;
        const StatementTree& tree = isAfter ? m_diff.after() : m_diff.before();
        const TreeIndex node = isAfter ? change.after : change.before;
        ListedChange result{.kind = change.kind,
                            .function = functionName(tree, node),
                            .isFunction = node != 0 && tree.isFunction(node),
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

    // ---- labels

    void addLabels(const StructuralChange& change, LineLabels& labels) const
    {
        const bool isLabeled = change.kind == ChangeKind::Annotated || change.kind == ChangeKind::Wrapped ||
                               change.kind == ChangeKind::Unwrapped || change.kind == ChangeKind::Outlined ||
                               change.kind == ChangeKind::Copied;
        if (!isLabeled)
            return;
        const ListedChange listed = this->listed(change);
        const int before = change.kind == ChangeKind::Outlined
                               ? (listed.before ? listed.before->first - 1 : -1)
                           : change.kind == ChangeKind::Wrapped ? firstEnclosed(change.after, true)
                                                                : firstLineOf(m_before, change.before);
        const int after = change.kind == ChangeKind::Unwrapped ? firstEnclosed(change.before, false)
                                                               : firstLineOf(m_after, change.after);
        const auto add = [&](std::vector<LineLabel>& side, int line, int last, std::string text, int other) {
            if (line >= 0)
                side.push_back({line, last, change.kind, std::move(text), other});
        };
        switch (change.kind) {
        case ChangeKind::Annotated:
            add(labels.after, after, after, "annotated: " + listText(listed.attributes), before);
            break;
        case ChangeKind::Wrapped:
            add(labels.after, after, after, "wraps " + counted(int64_t(listed.statements), "statement"),
                before);
            break;
        case ChangeKind::Unwrapped:
            add(labels.before, before, before,
                "unwrapped " + counted(int64_t(listed.statements), "statement"), after);
            break;
        case ChangeKind::Outlined: {
            const std::string parameters = parameterText(listed.parameters);
            const std::string rest = parameters.empty() ? "" : "; parameters: " + parameters;
            add(labels.after, after, lastHeadLine(change.after),
                "outlined from " + placeText(listed.source, listed.before) + rest, before);
            add(labels.before, before, before,
                "outlined into " + placeText(listed.function, listed.after) + rest, after);
            break;
        }
        case ChangeKind::Copied:
            add(labels.after, after, listed.after ? listed.after->last - 1 : after,
                "copied from " + placeText(listed.source, listed.before), before);
            add(labels.before, before, before, "copied to " + placeText(listed.function, listed.after),
                after);
            break;
        case ChangeKind::Changed:
        case ChangeKind::Moved:
        case ChangeKind::Inserted:
        case ChangeKind::Deleted:
            break;
        }
    }

    static int firstLineOf(const LineOwners& lines, TreeIndex node)
    {
        return node == NoNode ? -1 : lines.firstLine(node);
    }

    /// The line, on the other side, of the first statement that a node encloses.
    int firstEnclosed(TreeIndex node, bool isAfter) const
    {
        const StatementTree& tree = isAfter ? m_diff.after() : m_diff.before();
        for (TreeIndex each = node + 1; each < tree[node].end; ++each) {
            const TreeIndex partner =
                isAfter ? m_diff.matching().ofAfter(each) : m_diff.matching().ofBefore(each);
            if (partner != NoNode)
                return (isAfter ? m_before : m_after).firstLine(partner);
        }
        return -1;
    }

    /// The last of the lines that a function starts with, before those of its statements.
    int lastHeadLine(TreeIndex function) const
    {
        int line = m_after.firstLine(function);
        while (line >= 0 && size_t(line) + 1 < m_after.lineCount() &&
               m_after.ownerOf(size_t(line) + 1) == function)
            ++line;
        return line;
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

std::string quotedPart(const DiffText& text, const Span& span)
{
    std::string words(text.text.substr(span.begin, span.end - span.begin));
    // The first line is enough for text of several lines.
    if (const size_t end = words.find('\n'); end != std::string::npos)
        words = words.substr(0, end) + " ...";
    return quoted(words);
}

std::string partText(const ListedPart& part, const DiffText& before, const DiffText& after)
{
    if (part.isMemory && part.after)
        return quotedPart(after, *part.after) + " is on other memory";
    const std::string kind = part.isIndex ? "index " : "";
    if (part.before && part.after)
        return kind + quotedPart(before, *part.before) + " is now " + quotedPart(after, *part.after);
    if (part.after)
        return kind + quotedPart(after, *part.after) + " is new";
    return part.before ? kind + quotedPart(before, *part.before) + " is gone" : std::string();
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
        const std::string parameters = parameterText(change.parameters);
        return counted(int64_t(change.statements), "statement") + " " + from() +
               (parameters.empty() ? "" : "; parameters: " + parameters);
    }
    case ChangeKind::Copied:
        return change.isFunction ? from() : from() + ": " + change.statement;
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

LineLabels lineLabels(const StructuralDiff& diff, const DiffText& before, const DiffText& after)
{
    return Lister(diff, before, after).labels();
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
