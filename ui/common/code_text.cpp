#include "ui/common/code_text.h"

#include <algorithm>

namespace tir::ui {

CodeText::CodeText(std::string content) : text(std::move(content))
{
    lineStarts.push_back(0);
    for (size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + 1))
        lineStarts.push_back(uint32_t(end) + 1);
    // A final line end ends the last line; it does not start another.
    if (lineStarts.back() != text.size() || lineStarts.size() == 1)
        lineStarts.push_back(uint32_t(text.size()) + 1);
    for (int number = 0; number < lineCount(); ++number)
        longestLine = std::max(longestLine, int(line(number).size()));
}

int CodeText::lineAt(uint32_t offset) const
{
    const auto next = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
    return std::clamp(int(next - lineStarts.begin()) - 1, 0, lineCount() - 1);
}

std::string_view CodeText::line(int number) const
{
    const size_t begin = lineStarts[size_t(number)];
    const size_t end = lineStarts[size_t(number) + 1] - 1;
    return std::string_view(text).substr(begin, end - begin);
}

size_t CodeText::firstTokenBehind(uint32_t offset) const
{
    const auto first = std::partition_point(tokens.begin(), tokens.end(),
                                            [&](const CodeToken& token) { return token.end <= offset; });
    return size_t(first - tokens.begin());
}

const CodeToken* CodeText::tokenAt(uint32_t offset) const
{
    const auto first = std::partition_point(tokens.begin(), tokens.end(),
                                            [&](const CodeToken& token) { return token.end < offset; });
    if (first == tokens.end() || first->begin > offset)
        return nullptr;
    // Where two tokens touch, the one that starts here is meant.
    const auto second = first + 1;
    return second != tokens.end() && second->begin == offset ? &*second : &*first;
}

CodeRows CodeRows::plain(int lineCount)
{
    CodeRows result;
    result.rows.reserve(size_t(lineCount));
    result.rowOfLine.reserve(size_t(lineCount));
    for (int line = 0; line < lineCount; ++line) {
        result.rows.push_back({line, RowKind::Same});
        result.rowOfLine.push_back(line);
    }
    return result;
}

} // namespace tir::ui
