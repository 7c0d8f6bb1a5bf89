/// Comparisons of texts: the rows show every line of both texts once and in order, and the unified form is a patch from
/// the first text to the second.

#include "core/diff/diff_text.h"
#include "core/diff/line_diff.h"
#include "core/support/check.h"
#include "tests/fuzz/byte_source.h"
#include "tests/fuzz/fuzz_targets.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace tir::testing {
namespace {

using Lines = std::vector<std::string_view>;

void checkMarks(std::string_view text, const std::vector<Span>& marks)
{
    uint32_t end = 0;
    for (const Span& mark : marks) {
        TIR_CHECK(end <= mark.begin && mark.begin < mark.end && mark.end <= text.size())
            << "marks overlap, are empty, or reach outside of the text";
        TIR_CHECK(text.substr(mark.begin, mark.end - mark.begin).find('\n') == text.npos)
            << "a mark reaches over a line end";
        end = mark.end;
    }
}

void checkRows(std::string_view before, std::string_view after)
{
    const LineDiff diff = diffLines(before, after);
    const Lines left = splitLines(before);
    const Lines right = splitLines(after);
    int nextLeft = 0;
    int nextRight = 0;
    for (const DiffRow& row : diff.rows) {
        const bool hasLeft = row.change != LineChange::Added;
        const bool hasRight = row.change != LineChange::Removed;
        TIR_CHECK(row.before == (hasLeft ? nextLeft : -1)) << "a line before is missing or out of order";
        TIR_CHECK(row.after == (hasRight ? nextRight : -1)) << "a line after is missing or out of order";
        if (hasLeft && hasRight) {
            TIR_CHECK(nextLeft < int(left.size()) && nextRight < int(right.size())) << "a row without lines";
            TIR_CHECK((left[size_t(nextLeft)] == right[size_t(nextRight)]) ==
                      (row.change == LineChange::Same))
                << "the change of a row is wrong";
        }
        nextLeft += hasLeft;
        nextRight += hasRight;
    }
    TIR_CHECK(nextLeft == int(left.size()) && nextRight == int(right.size())) << "lines are left out";
    checkMarks(before, diff.beforeWords);
    checkMarks(after, diff.afterWords);
}

/// The first line of the hunk "@@ -8,6 +8,9 @@", from 0.
size_t startOf(std::string_view head)
{
    const std::string_view numbers = head.substr(std::string_view("@@ -").size());
    size_t first = 0;
    size_t count = 1;
    const char* const end = numbers.data() + numbers.size();
    const char* stop = std::from_chars(numbers.data(), end, first).ptr;
    if (stop != end && *stop == ',')
        std::from_chars(stop + 1, end, count);
    return count == 0 ? first : first - 1; // a hunk without lines names the line before it
}

/// Applies the unified form.
std::vector<std::string> applied(const Lines& before, std::string_view patch)
{
    std::vector<std::string> result;
    size_t next = 0;
    const auto keepUntil = [&](size_t end) {
        TIR_CHECK(next <= end && end <= before.size()) << "a part is out of order";
        for (; next < end; ++next)
            result.emplace_back(before[next]);
    };
    for (const std::string_view line : splitLines(patch)) {
        const std::string_view text = line.substr(1);
        if (line.starts_with("@@ ")) {
            keepUntil(startOf(line));
            continue;
        }
        TIR_CHECK(line[0] == '+' || (next < before.size() && before[next] == text))
            << "the patch does not fit: " << line;
        if (line[0] == '-')
            ++next;
        else if (line[0] == '+')
            result.emplace_back(text);
        else
            keepUntil(next + 1);
    }
    keepUntil(before.size());
    return result;
}

void checkPatch(std::string_view before, std::string_view after)
{
    const std::vector<std::string> made = applied(splitLines(before), diffText(before, after));
    const Lines right = splitLines(after);
    TIR_CHECK(std::ranges::equal(made, right)) << "the patch makes another text:\n"
                                               << diffText(before, after);
}

/// Lines of a small set, so that many of them are equal.
std::string someText(ByteSource& source)
{
    std::string text;
    for (size_t i = 0, count = source.below(40); i < count; ++i) {
        for (size_t word = 0, words = source.below(5); word < words; ++word)
            text += source.oneOf<std::string>({"x", "y = 1", " ", "A[tx]", "+", "\xc3\xa4", "\t", "-"});
        text += '\n';
    }
    return source.oneIn(3) && !text.empty() ? text.substr(0, text.size() - 1) : text;
}

/// The text with some of its lines replaced.
std::string edited(std::string_view text, ByteSource& source)
{
    std::string result;
    for (const std::string_view line : splitLines(text)) {
        if (!source.oneIn(8))
            result += std::string(line) + '\n';
        if (source.oneIn(8))
            result += source.oneOf<std::string>({"new", "x", "y = 2"}) + '\n';
    }
    return result;
}

void checkTexts(std::string_view before, std::string_view after)
{
    checkRows(before, after);
    checkPatch(before, after);
}

} // namespace

void checkDiff(FuzzBytes bytes)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    checkTexts(text.substr(0, text.size() / 2), text.substr(text.size() / 2));
    ByteSource source(bytes);
    const std::string before = someText(source);
    checkTexts(before, source.oneIn(3) ? someText(source) : edited(before, source));
}

} // namespace tir::testing
