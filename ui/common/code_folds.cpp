#include "ui/common/code_folds.h"

#include "core/support/text_format.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace tir::ui {
namespace {

constexpr std::string_view TargetCall = "T.target(";

/// Calls `visit(at, depth)` for the characters outside of texts until it returns false. The depth counts brackets; that of
/// a bracket is the depth outside of it.
template <class Visit>
void forEachOutsideTexts(std::string_view text, Visit visit)
{
    constexpr std::string_view Opening = "{[(";
    constexpr std::string_view Closing = "}])";
    int depth = 0;
    for (size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '"') {
            for (++at; at < text.size() && text[at] != '"'; ++at)
                at += text[at] == '\\' ? 1 : 0;
            continue;
        }
        depth -= Closing.find(text[at]) != std::string_view::npos;
        if (!visit(at, depth))
            return;
        depth += Opening.find(text[at]) != std::string_view::npos;
    }
}

/// Index of the bracket that closes the one at `open`; npos if the text ends before.
size_t closingBracket(std::string_view text, size_t open)
{
    size_t close = std::string_view::npos;
    forEachOutsideTexts(text.substr(open), [&](size_t at, int depth) {
        if (at > 0 && depth == 0)
            close = open + at;
        return close == std::string_view::npos;
    });
    return close;
}

struct Entry {
    std::string_view key;
    std::string_view value;
};

std::string_view withoutQuotes(std::string_view text)
{
    return text.size() >= 2 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2)
                                                                         : text;
}

/// `inside`: what is between the braces.
std::vector<Entry> entriesOf(std::string_view inside)
{
    std::vector<Entry> entries;
    const auto add = [&](std::string_view entry) {
        const size_t colon = entry.find("\": ");
        if (colon == std::string_view::npos)
            return;
        entry.remove_prefix(std::min(entry.find('"'), entry.size()));
        const size_t keyEnd = entry.find("\": ") + 1;
        entries.push_back({withoutQuotes(entry.substr(0, keyEnd)), entry.substr(keyEnd + 2)});
    };
    size_t begin = 0;
    forEachOutsideTexts(inside, [&](size_t at, int depth) {
        if (inside[at] == ',' && depth == 0) {
            add(inside.substr(begin, at - begin));
            begin = at + 1;
        }
        return true;
    });
    add(inside.substr(begin));
    return entries;
}

std::string_view valueOf(const std::vector<Entry>& entries, std::string_view key)
{
    const auto found = std::ranges::find(entries, key, &Entry::key);
    return found == entries.end() ? std::string_view() : found->value;
}

/// "cuda sm_90, host llvm"
std::string targetLabel(std::string_view inside)
{
    const std::vector<Entry> entries = entriesOf(inside);
    std::string label(withoutQuotes(valueOf(entries, "kind")));
    for (const std::string_view detail : {"arch", "mcpu"})
        if (const std::string_view value = withoutQuotes(valueOf(entries, detail)); !value.empty())
            label += " " + std::string(value);
    std::string_view host = valueOf(entries, "host");
    if (host.starts_with('{') && host.ends_with('}')) {
        host = withoutQuotes(valueOf(entriesOf(host.substr(1, host.size() - 2)), "kind"));
        label += host.empty() ? std::string() : ", host " + std::string(host);
    }
    return label.empty() ? std::string("target") : label;
}

/// The name in `"name": ` or `name=` that ends at `end`, and its beginning; an empty name at `end` if there is none.
struct NameBefore {
    std::string_view name;
    size_t begin;
};
NameBefore nameBefore(std::string_view line, size_t end)
{
    const std::string_view before = line.substr(0, end);
    if (before.ends_with("\": ")) {
        const size_t quote = before.rfind('"', end - 4);
        if (quote != std::string_view::npos)
            return {before.substr(quote + 1, end - 3 - quote - 1), quote};
    }
    if (before.ends_with('=')) {
        size_t begin = end - 1;
        while (begin > 0 && isNameByte(line[begin - 1]))
            --begin;
        return {before.substr(begin, end - 1 - begin), begin};
    }
    return {{}, end};
}

class FoldFinder {
public:
    explicit FoldFinder(const CodeText& code) : m_code(code) {}

    CodeFolds find()
    {
        for (int line = 0; line < m_code.lineCount(); ++line) {
            const std::string_view text = m_code.line(line);
            if (const size_t word = text.find_first_not_of(' ');
                word != std::string_view::npos && text.substr(word).starts_with("def "))
                enterFunction(text.substr(word + 4));
            if (text.size() >= LongDictionary)
                findIn(text, m_code.lineStarts[size_t(line)]);
        }
        return std::move(m_folds);
    }

private:
    void enterFunction(std::string_view afterDef)
    {
        m_function = afterDef.substr(0, afterDef.find('('));
        m_unnamed = 0;
    }

    void findIn(std::string_view line, uint32_t lineBegin)
    {
        for (size_t brace = line.find('{'); brace != std::string_view::npos; brace = line.find('{', brace)) {
            const std::string_view before = line.substr(0, brace);
            const size_t close = closingBracket(line, brace);
            const bool isTarget = before.ends_with(TargetCall);
            // The attributes of a function or block are what the line is about: only what is inside is folded.
            if (close == std::string_view::npos || before.ends_with("func_attr(") ||
                before.ends_with("block_attr(")) {
                ++brace;
                continue;
            }
            const size_t begin = isTarget ? brace - TargetCall.size() : brace;
            const size_t end = isTarget && line.substr(close + 1).starts_with(')') ? close + 2 : close + 1;
            if (end - begin >= LongDictionary)
                add(line, begin, end, line.substr(brace + 1, close - brace - 1), isTarget, lineBegin);
            brace = end;
        }
    }

    void add(std::string_view line, size_t begin, size_t end, std::string_view inside, bool isTarget,
             uint32_t lineBegin)
    {
        const NameBefore before = nameBefore(line, begin);
        const std::string name(before.name);
        const size_t count = entriesOf(inside).size();
        std::string label = isTarget ? targetLabel(inside) : counted(int64_t(count), "entry", "entries");
        std::string key = std::string(m_function) + "/" + name;
        if (name.empty())
            key += std::to_string(++m_unnamed);
        else
            label = name + ": " + label;
        m_folds.push_back({.span = {lineBegin + uint32_t(before.begin), lineBegin + uint32_t(end)},
                           .label = std::move(label),
                           .key = std::move(key)});
    }

    const CodeText& m_code;
    CodeFolds m_folds;
    std::string_view m_function;
    int m_unnamed = 0; ///< of the function
};

/// Whether `changed` covers a part of the fold and not all of it. Punctuation does not count.
bool isPartlyChanged(const CodeFold& fold, const std::vector<Span>& changed, const CodeText& code)
{
    const auto isChanged = [&](uint32_t offset) {
        const auto next = std::ranges::upper_bound(changed, offset, {}, &Span::begin);
        return next != changed.begin() && offset < std::prev(next)->end;
    };
    std::optional<bool> first;
    for (uint32_t at = fold.span.begin; at < fold.span.end; ++at) {
        if (!std::isalnum(static_cast<unsigned char>(code.text[at])))
            continue;
        if (!first)
            first = isChanged(at);
        else if (*first != isChanged(at))
            return true;
    }
    return false;
}

} // namespace

CodeFolds dictionaryFolds(const CodeText& code)
{
    return FoldFinder(code).find();
}

void openChangedFolds(CodeFolds& folds, const std::vector<Span>& changed, const CodeText& code)
{
    for (CodeFold& fold : folds) {
        const auto first = std::ranges::lower_bound(changed, fold.span.begin, {},
                                                    [](const Span& span) { return span.end - 1; });
        const bool isTouched = first != changed.end() && first->begin < fold.span.end;
        fold.isOpen |= isTouched && isPartlyChanged(fold, changed, code);
    }
}

bool isPartOf(const CodeFold& fold, Span span, const CodeText& code)
{
    if (span.begin <= fold.span.begin && fold.span.end <= span.end)
        return false;
    if (fold.span.begin <= span.begin && span.end <= fold.span.end)
        return true;
    const uint32_t end = std::min(fold.span.end, span.end);
    for (uint32_t at = std::max(fold.span.begin, span.begin); at < end; ++at)
        if (std::isalnum(static_cast<unsigned char>(code.text[at])))
            return true;
    return false;
}

} // namespace tir::ui
