#include "core/diff/structural/structural_rows.h"

#include "core/diff/line_diff.h"
#include "core/diff/sequence_diff.h"
#include "core/diff/structural/line_owners.h"

#include <algorithm>
#include <functional>

namespace tir {
namespace {

constexpr int NoLine = -1;

class RowBuilder {
public:
    RowBuilder(const StructuralDiff& diff, const DiffText& before, const DiffText& after)
        : m_diff(diff),
          m_beforeText(before),
          m_afterText(after),
          m_before(diff.before(), before),
          m_after(diff.after(), after),
          m_toAfter(m_before.lineCount(), NoLine),
          m_toBefore(m_after.lineCount(), NoLine),
          m_isMoved(m_after.lineCount()),
          m_hasInserted(m_after.lineCount()),
          m_declaresOther(m_after.lineCount()),
          m_isShownAbove(m_after.lineCount())
    {}

    StructuralRows build()
    {
        for (TreeIndex node = 0; node < m_diff.after().size(); ++node)
            if (m_diff.matching().hasAfter(node))
                pairLines(m_diff.matching().ofAfter(node), node);
            else if (m_after.firstLine(node) >= 0)
                m_hasInserted[size_t(m_after.firstLine(node))] = true;
        findDeclarations();
        separateMoved();
        writeRows();
        mergeWords(m_result.beforeWords);
        mergeWords(m_result.afterWords);
        return std::move(m_result);
    }

private:
    void pairLines(TreeIndex left, TreeIndex right)
    {
        const std::span<const uint32_t> a = m_before.linesOf(left);
        const std::span<const uint32_t> b = m_after.linesOf(right);
        const auto pair = [&](size_t i, size_t j) {
            m_toAfter[a[i]] = int(b[j]);
            m_toBefore[b[j]] = int(a[i]);
            m_isMoved[b[j]] = m_diff.isMoved(right);
        };
        if (a.size() == b.size()) {
            for (size_t i = 0; i < a.size(); ++i)
                pair(i, i);
            return;
        }
        const auto hashes = [](const LineOwners& side, std::span<const uint32_t> lines) {
            std::vector<uint32_t> result;
            for (const uint32_t line : lines)
                result.push_back(uint32_t(std::hash<std::string_view>()(side.content(line))));
            return result;
        };
        const SequenceDiff same = diffSequences(hashes(m_before, a), hashes(m_after, b));
        for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
            if (same.isOnlyLeft[i] && same.isOnlyRight[j])
                pair(i++, j++); // two lines in the same place
            else if (same.isOnlyLeft[i])
                ++i;
            else if (same.isOnlyRight[j])
                ++j;
            else
                pair(i++, j++);
        }
    }

    /// The text declares a buffer that no statement declares, above its first use: that line shows the other memory.
    void findDeclarations()
    {
        for (TreeIndex node = 1; node < m_diff.after().size(); ++node) {
            const HeaderChange* header = m_diff.headerChange(node);
            for (const PartChange& part : header ? header->parts : std::vector<PartChange>()) {
                const int use = m_after.firstLine(node);
                const int line = part.isMemory ? declarationAbove(use, part.after) : NoLine;
                if (line == NoLine || m_toBefore[size_t(line)] == NoLine ||
                    m_before.content(size_t(m_toBefore[size_t(line)])) == m_after.content(size_t(line)))
                    continue;
                m_declaresOther[size_t(line)] = true;
                m_isShownAbove[size_t(use)] = true;
            }
        }
    }

    int declarationAbove(int use, Place buffer) const
    {
        const Span name = m_afterText.placeSpans[buffer];
        const std::string begin =
            std::string(m_afterText.text.substr(name.begin, name.end - name.begin)) + " = ";
        for (int line = use - 1; line >= 0; --line) {
            if (m_after.firstLine(m_after.ownerOf(size_t(line))) == line)
                break;
            if (m_after.content(size_t(line)).starts_with(begin))
                return line;
        }
        return NoLine;
    }

    /// Whether only the memory of a buffer differs, which the declaration shows.
    bool differsAboveOnly(const HeaderChange& header, size_t left, size_t right) const
    {
        return m_isShownAbove[right] && !header.parts.empty() && header.attributes.empty() &&
               !header.hasOtherChange && std::ranges::all_of(header.parts, &PartChange::isMemory) &&
               m_before.content(left) == m_after.content(right);
    }

    /// Rows go down both texts, so lines that cross others have moved.
    void separateMoved()
    {
        std::vector<uint32_t> lines;
        std::vector<size_t> places;
        for (size_t line = 0; line < m_toBefore.size(); ++line)
            if (m_toBefore[line] != NoLine && !m_isMoved[line]) {
                lines.push_back(uint32_t(m_toBefore[line]));
                places.push_back(line);
            }
        for (const size_t position : outOfOrder(lines))
            m_isMoved[places[position]] = true;
    }

    void writeRows()
    {
        size_t left = 0;
        const auto writeLeftUntil = [&](size_t end) {
            for (; left < end; ++left)
                writeLeft(left);
        };
        for (size_t right = 0; right < m_toBefore.size(); ++right) {
            if (m_toBefore[right] == NoLine || m_isMoved[right]) {
                // Lines removed at this position come first.
                while (left < m_toAfter.size() &&
                       (m_toAfter[left] == NoLine || m_isMoved[size_t(m_toAfter[left])]))
                    writeLeft(left++);
                writeRight(right);
                continue;
            }
            writeLeftUntil(size_t(m_toBefore[right]));
            writePair(left++, right);
        }
        writeLeftUntil(m_toAfter.size());
    }

    void writeLeft(size_t line)
    {
        const int other = m_toAfter[line];
        if (other != NoLine) {
            m_result.rows.push_back({.before = int(line),
                                     .change = RowChange::MovedAway,
                                     .otherEnd = other,
                                     .isOutlined = isInNewFunction(size_t(other))});
            return;
        }
        const TreeIndex owner = m_before.ownerOf(line);
        const TreeIndex partner = m_diff.matching().ofBefore(owner);
        // A loop that shares its line with another one after.
        if (partner != NoNode && m_after.linesOf(partner).empty() && !m_diff.headerChange(partner)) {
            m_result.rows.push_back({.before = int(line), .isRespelled = true});
            ++m_result.respelledLines;
            return;
        }
        m_result.rows.push_back({.before = int(line), .change = RowChange::Removed});
        ++m_result.removedLines;
    }

    void writeRight(size_t line)
    {
        const int other = m_toBefore[line];
        const TreeIndex owner = m_after.ownerOf(line);
        if (other != NoLine) {
            m_result.rows.push_back({.after = int(line),
                                     .change = RowChange::MovedHere,
                                     .otherEnd = other,
                                     .isOutlined = isInNewFunction(line)});
            ++m_result.movedLines;
            if (isChanged(size_t(other), line))
                addWords(size_t(other), line);
            return;
        }
        const TreeIndex partner = m_diff.matching().ofAfter(owner);
        if (partner != NoNode && m_before.linesOf(partner).empty() && !m_diff.headerChange(owner)) {
            m_result.rows.push_back({.after = int(line), .isRespelled = true});
            ++m_result.respelledLines;
            return;
        }
        m_result.rows.push_back({.after = int(line), .change = RowChange::Added});
        ++m_result.addedLines;
    }

    bool isInNewFunction(size_t right) const
    {
        const TreeIndex function = m_diff.after()[m_after.ownerOf(right)].function;
        return function != NoNode && !m_diff.matching().hasAfter(function);
    }

    void writePair(size_t left, size_t right)
    {
        StructuralRow row{.before = int(left), .after = int(right)};
        if (isChanged(left, right)) {
            row.change = RowChange::Changed;
            ++m_result.changedLines;
            ++m_result.addedLines;
            ++m_result.removedLines;
            addWords(left, right);
        } else {
            row.isRespelled = m_before.line(left) != m_after.line(right);
            m_result.respelledLines += row.isRespelled;
        }
        m_result.rows.push_back(row);
    }

    bool isChanged(size_t left, size_t right) const
    {
        if (m_hasInserted[right] || m_declaresOther[right])
            return true;
        const TreeIndex owner = m_after.ownerOf(right);
        // Several loops may start in the line.
        for (TreeIndex node = owner; node != NoNode; node = m_diff.after()[node].parent) {
            if (node != owner && m_after.firstLine(node) != int(right))
                break;
            const HeaderChange* header = m_diff.headerChange(node);
            if (!header || differsAboveOnly(*header, left, right))
                continue;
            // Of a header with several lines, only some differ.
            if (m_after.linesOf(node).size() < 2 || m_before.content(left) != m_after.content(right))
                return true;
        }
        return false;
    }

    void addWords(size_t left, size_t right)
    {
        const size_t beforeCount = m_result.beforeWords.size();
        const size_t afterCount = m_result.afterWords.size();
        for (TreeIndex node = m_after.ownerOf(right); node != NoNode; node = m_diff.after()[node].parent) {
            if (node != m_after.ownerOf(right) && m_after.firstLine(node) != int(right))
                break;
            const HeaderChange* header = m_diff.headerChange(node);
            for (const PartChange& part : header ? header->parts : std::vector<PartChange>()) {
                addWord(m_before, m_beforeText, part.before, left, m_result.beforeWords);
                addWord(m_after, m_afterText, part.after, right, m_result.afterWords);
            }
        }
        if (m_result.beforeWords.size() > beforeCount || m_result.afterWords.size() > afterCount)
            return;
        // The differing parts have no place in the text.
        const LineDiff diff = diffLines(m_before.content(left), m_after.content(right));
        addShifted(diff.beforeWords, m_before, left, m_result.beforeWords);
        addShifted(diff.afterWords, m_after, right, m_result.afterWords);
    }

    static void addWord(const LineOwners& side, const DiffText& text, Place place, size_t line,
                        std::vector<Span>& words)
    {
        if (place == NoPlace)
            return;
        const Span word = side.within(text.placeSpans[place], line);
        if (!word.isEmpty())
            words.push_back(word);
    }

    static void addShifted(const std::vector<Span>& marks, const LineOwners& side, size_t line,
                           std::vector<Span>& words)
    {
        const auto indentation = uint32_t(side.line(line).size() - side.content(line).size());
        for (const Span& mark : marks)
            words.push_back(
                {mark.begin + side.start(line) + indentation, mark.end + side.start(line) + indentation});
    }

    static void mergeWords(std::vector<Span>& words)
    {
        std::ranges::sort(words, {}, [](const Span& word) { return std::pair(word.begin, word.end); });
        std::vector<Span> merged;
        for (const Span& word : words) {
            if (!merged.empty() && word.begin < merged.back().end)
                merged.back().end = std::max(merged.back().end, word.end);
            else
                merged.push_back(word);
        }
        words = std::move(merged);
    }

    const StructuralDiff& m_diff;
    const DiffText& m_beforeText;
    const DiffText& m_afterText;
    LineOwners m_before;
    LineOwners m_after;
    std::vector<int> m_toAfter; ///< by line: that of the other side
    std::vector<int> m_toBefore;
    std::vector<bool> m_isMoved;       ///< by line of the second text
    std::vector<bool> m_hasInserted;   ///< by line of the second text: a new node starts in it
    std::vector<bool> m_declaresOther; ///< by line of the second text: a buffer on other memory
    std::vector<bool> m_isShownAbove;  ///< by line of the second text: that of a buffer in it
    StructuralRows m_result;
};

} // namespace

StructuralRows structuralRows(const StructuralDiff& diff, const DiffText& before, const DiffText& after)
{
    return RowBuilder(diff, before, after).build();
}

} // namespace tir
