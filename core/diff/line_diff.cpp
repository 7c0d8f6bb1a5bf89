/// Lines are compared first. Inside a run of differing lines, similar ones are paired in order with the greatest total
/// similarity; pairs are compared again by words.

#include "core/diff/line_diff.h"

#include "core/diff/ordered_pairs.h"
#include "core/diff/sequence_diff.h"

#include <algorithm>
#include <unordered_map>

namespace tir {
namespace {

/// Pairs below this likeness are shown as a removal and an insertion.
constexpr double LeastLikeness = 0.5;
/// Runs of lines are paired in pieces of at most this many lines a side, so that time stays linear.
constexpr size_t PairedLines = 64;

class Interner {
public:
    std::vector<uint32_t> numbers(const std::vector<std::string_view>& texts)
    {
        std::vector<uint32_t> result;
        result.reserve(texts.size());
        for (const std::string_view text : texts)
            result.push_back(m_numbers.try_emplace(text, uint32_t(m_numbers.size())).first->second);
        return result;
    }

private:
    std::unordered_map<std::string_view, uint32_t> m_numbers;
};

bool isWordByte(char byte)
{
    const auto code = static_cast<unsigned char>(byte);
    return (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z') ||
           code == '_' || code >= 0x80;
}

bool isBlank(char byte)
{
    return byte == ' ' || byte == '\t';
}

/// Names and numbers, runs of blanks, single other characters.
std::vector<std::string_view> splitWords(std::string_view line)
{
    std::vector<std::string_view> words;
    for (size_t begin = 0; begin < line.size();) {
        size_t end = begin + 1;
        const auto extend = [&](bool (*belongs)(char)) {
            while (belongs(line[begin]) && end < line.size() && belongs(line[end]))
                ++end;
        };
        extend(isWordByte);
        extend(isBlank);
        words.push_back(line.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

/// The words of a line as sorted numbers, without blanks: the basis of similarity.
std::vector<uint32_t> fingerprint(std::string_view line, Interner& interner)
{
    std::vector<std::string_view> words = splitWords(line);
    std::erase_if(words, [](std::string_view word) { return isBlank(word[0]); });
    std::vector<uint32_t> numbers = interner.numbers(words);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

/// Appends the changed words as byte ranges of `text`; marks separated by blanks only are joined.
void appendMarks(std::string_view text, const std::vector<std::string_view>& words,
                 const std::vector<bool>& isChanged, std::vector<Span>& marks)
{
    bool canJoin = false;
    for (size_t i = 0; i < words.size(); ++i) {
        const auto begin = uint32_t(words[i].data() - text.data());
        const auto end = uint32_t(begin + words[i].size());
        if (isChanged[i] && canJoin)
            marks.back().end = end;
        else if (isChanged[i])
            marks.push_back({begin, end});
        canJoin = isChanged[i] || (canJoin && isBlank(words[i][0]));
    }
}

/// The stretch [begin, end) of the lines of one side.
struct LineRange {
    size_t begin;
    size_t end;
    size_t size() const { return end - begin; }
    /// The part number `piece` of `pieces` even ones.
    LineRange part(size_t piece, size_t pieces) const
    {
        return {begin + size() * piece / pieces, begin + size() * (piece + 1) / pieces};
    }
};

class DiffBuilder {
public:
    DiffBuilder(std::string_view before, std::string_view after)
        : m_beforeText(before),
          m_afterText(after),
          m_before(splitLines(before)),
          m_after(splitLines(after))
    {}

    LineDiff build()
    {
        Interner lines;
        const std::vector<uint32_t> before = lines.numbers(m_before);
        const std::vector<uint32_t> after = lines.numbers(m_after);
        const SequenceDiff diff = diffSequences(before, after);
        m_result.rows.reserve(std::max(before.size(), after.size()));
        size_t i = 0;
        size_t j = 0;
        while (i < before.size() || j < after.size()) {
            LineRange removed{i, i};
            LineRange added{j, j};
            while (removed.end < before.size() && diff.isOnlyLeft[removed.end])
                ++removed.end;
            while (added.end < after.size() && diff.isOnlyRight[added.end])
                ++added.end;
            addRun(removed, added);
            i = removed.end;
            j = added.end;
            if (i < before.size() && j < after.size())
                m_result.rows.push_back({int(i++), int(j++), LineChange::Same});
        }
        return std::move(m_result);
    }

private:
    void addRun(LineRange removed, LineRange added)
    {
        const size_t pieces = (std::max(removed.size(), added.size()) + PairedLines - 1) / PairedLines;
        for (size_t piece = 0; piece < pieces; ++piece)
            addPiece(removed.part(piece, pieces), added.part(piece, pieces));
    }

    void addPiece(LineRange removed, LineRange added)
    {
        const std::vector<size_t> partners = pairUp(removed, added);
        size_t j = added.begin;
        for (size_t i = removed.begin; i < removed.end; ++i) {
            const size_t partner = partners[i - removed.begin];
            if (partner == NoPartner) {
                m_result.rows.push_back({int(i), -1, LineChange::Removed});
                ++m_result.removedLines;
                continue;
            }
            addInsertions({j, partner});
            addChanged(i, partner);
            j = partner + 1;
        }
        addInsertions({j, added.end});
    }

    void addInsertions(LineRange lines)
    {
        for (size_t j = lines.begin; j < lines.end; ++j) {
            m_result.rows.push_back({-1, int(j), LineChange::Added});
            ++m_result.addedLines;
        }
    }

    void addChanged(size_t i, size_t j)
    {
        const std::vector<std::string_view> before = splitWords(m_before[i]);
        const std::vector<std::string_view> after = splitWords(m_after[j]);
        const SequenceDiff diff = diffSequences(m_words.numbers(before), m_words.numbers(after));
        m_result.rows.push_back({int(i), int(j), LineChange::Changed});
        appendMarks(m_beforeText, before, diff.isOnlyLeft, m_result.beforeWords);
        appendMarks(m_afterText, after, diff.isOnlyRight, m_result.afterWords);
        ++m_result.removedLines;
        ++m_result.addedLines;
        ++m_result.changedLines;
    }

    /// For each removed line its added one: in order, with the greatest sum of likenesses.
    std::vector<size_t> pairUp(LineRange removed, LineRange added)
    {
        const std::vector<std::vector<uint32_t>> before = fingerprints(m_before, removed);
        const std::vector<std::vector<uint32_t>> after = fingerprints(m_after, added);
        std::vector<size_t> partners =
            pairInOrder(removed.size(), added.size(), LeastLikeness,
                        [&](size_t i, size_t j) { return likeness(before[i], after[j]); });
        for (size_t& partner : partners)
            if (partner != NoPartner)
                partner += added.begin;
        return partners;
    }

    std::vector<std::vector<uint32_t>> fingerprints(const std::vector<std::string_view>& lines,
                                                    LineRange range)
    {
        std::vector<std::vector<uint32_t>> result;
        for (size_t i = range.begin; i < range.end; ++i)
            result.push_back(fingerprint(lines[i], m_words));
        return result;
    }

    std::string_view m_beforeText;
    std::string_view m_afterText;
    std::vector<std::string_view> m_before;
    std::vector<std::string_view> m_after;
    Interner m_words;
    LineDiff m_result;
};

} // namespace

LineDiff diffLines(std::string_view before, std::string_view after)
{
    return DiffBuilder(before, after).build();
}

std::vector<std::string_view> splitLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return lines;
}

} // namespace tir
