#include "passes/workbench/trace/line_prefix.h"

#include "core/support/text_format.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace tir {
namespace {

constexpr std::string_view FirstLine = "# from tvm.script import ";

size_t digitsAt(std::string_view text)
{
    return size_t(std::ranges::find_if_not(text, isDigit) - text.begin());
}

/// "12:00": the numbers change from line to line.
bool isTime(std::string_view sample)
{
    for (size_t at = 1; at + 1 < sample.size(); ++at)
        if (sample[at] == ':' && isDigit(sample[at - 1]) && isDigit(sample[at + 1]))
            return true;
    return false;
}

/// The length of the prefix of the line that differs from `sample` only in numbers. An editor may have removed the
/// spaces at its end.
std::optional<size_t> prefixLength(std::string_view line, std::string_view sample)
{
    size_t at = 0;
    while (!sample.empty()) {
        const std::string_view rest = line.substr(at);
        if (rest.empty())
            return sample.find_first_not_of(" \t") == sample.npos ? std::optional(at) : std::nullopt;
        const size_t digits = digitsAt(sample);
        const size_t matched = digits > 0 ? digitsAt(rest) : size_t(rest.front() == sample.front());
        if (matched == 0)
            return std::nullopt;
        at += matched;
        sample.remove_prefix(std::max<size_t>(digits, 1));
    }
    return at;
}

/// Calls `use` with every line.
template <class Use>
void forEachLine(std::string_view text, Use use)
{
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        use(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// The lines of a log that has prefixes.
class PrefixedLines {
public:
    PrefixedLines(std::string_view text, std::string_view sample)
    {
        forEachLine(text, [&](std::string_view line) {
            const std::optional<size_t> length = prefixLength(line, sample);
            m_lines += line.find_first_not_of(" \t") != line.npos;
            m_alike += length && *length < line.size();
            if (length && *length < line.size() && !isTime(sample))
                follow(line.substr(0, *length));
        });
    }

    bool areAlike(double share) const { return double(m_alike) >= share * double(m_lines); }
    /// A prefix that appears again after another one: there are several writers. Else empty.
    std::string_view returned() const { return m_returned; }
    std::string_view other() const { return m_other; }

private:
    void follow(std::string_view prefix)
    {
        if (prefix == m_last || !m_returned.empty())
            return;
        if (!m_seen.insert(prefix).second) {
            m_returned = prefix;
            m_other = m_last;
        }
        m_last = prefix;
    }

    size_t m_lines = 0; ///< that are not blank
    size_t m_alike = 0;
    std::unordered_set<std::string_view> m_seen;
    std::string_view m_last;
    std::string_view m_returned;
    std::string_view m_other;
};

/// The text in front of the first line of the first module, and the line after it.
struct FirstModule {
    std::string_view prefix;
    std::string_view next;
};

FirstModule firstModule(std::string_view text)
{
    const size_t found = text.find(FirstLine);
    if (found == text.npos)
        return {};
    const size_t begin = text.rfind('\n', found) + 1; // 0 for the first line
    const size_t next = text.find('\n', found);
    const std::string_view rest = next == text.npos ? std::string_view() : text.substr(next + 1);
    return {text.substr(begin, found - begin), rest.substr(0, rest.find('\n'))};
}

std::string quotedPrefix(std::string_view prefix)
{
    return "'" + std::string(prefix) + "'";
}

} // namespace

LinePrefix findLinePrefix(std::string_view text)
{
    using Kind = LinePrefix::Kind;
    constexpr double Most = 0.9;
    constexpr double Many = 0.5;
    const auto [prefix, next] = firstModule(text);
    const bool isBare = next.empty() || next.front() == '#' || next.front() == '@';
    if (prefix.empty() || isBare)
        return {};
    const PrefixedLines lines(text, prefix);
    const bool isIndent = prefix.find_first_not_of(" \t") == prefix.npos;
    if (lines.areAlike(isIndent ? Most : Many)) {
        if (lines.returned().empty())
            return {.kind = Kind::Common, .sample = std::string(prefix)};
        return {.kind = Kind::Mixed,
                .problem = "several programs wrote into this log, whose lines start with " +
                           quotedPrefix(lines.returned()) + ", " + quotedPrefix(lines.other()) +
                           ": select the lines of one of them, for example with grep"};
    }
    const bool isOfInstrument =
        text.find(" Running Pass: ") != text.npos || text.find("Print IR ") != text.npos;
    if (isIndent || !isOfInstrument)
        return {};
    return {.kind = Kind::Mixed,
            .problem = "the lines of this log start with different prefixes, such as " +
                       quotedPrefix(prefix) + ": remove them first"};
}

std::string withoutPrefixes(std::string_view text, std::string_view sample)
{
    std::string bare;
    bare.reserve(text.size());
    forEachLine(text, [&](std::string_view line) {
        bare += line.substr(prefixLength(line, sample).value_or(0));
        bare += '\n';
    });
    if (!text.ends_with('\n') && !bare.empty())
        bare.pop_back();
    return bare;
}

} // namespace tir
