#include "core/codegen/c_like/marked_text.h"

namespace tir::c_like {
namespace {

constexpr char Begin = '\x01'; ///< followed by the place
constexpr char End = '\x02';
constexpr const char* Marks = "\x01\x02";
constexpr int BitsOfByte = 7; ///< of the place; the eighth keeps them apart from characters
constexpr int PlaceBytes = 5;
constexpr size_t BeginSize = 1 + PlaceBytes;

std::string beginMark(Place place)
{
    std::string mark(1, Begin);
    for (int byte = 0; byte < PlaceBytes; ++byte)
        mark += char(0x80U | ((uint64_t(place) >> (byte * BitsOfByte)) & 0x7fU));
    return mark;
}

/// Of the mark that begins at `at`.
Place placeOfMark(const std::string& text, size_t at)
{
    uint64_t place = 0;
    for (int byte = 0; byte < PlaceBytes; ++byte)
        place |= uint64_t(uint8_t(text[at + 1 + size_t(byte)]) & 0x7fU) << (byte * BitsOfByte);
    return Place(place);
}

/// Appends to the last range when that continues.
void addRange(std::vector<ArtifactRange>& ranges, Span span, Place place)
{
    if (place == NoPlace || span.begin == span.end)
        return;
    if (!ranges.empty() && ranges.back().place == place && ranges.back().span.end == span.begin)
        ranges.back().span.end = span.end;
    else
        ranges.push_back({span, place});
}

} // namespace

std::string marked(std::string text, Place place)
{
    if (text.empty() || place == NoPlace)
        return text;
    text.insert(0, beginMark(place));
    text += End;
    return text;
}

std::string withoutMarks(const std::string& text)
{
    std::string plain;
    std::vector<ArtifactRange> ranges;
    appendMarked(plain, ranges, text, NoPlace);
    return plain;
}

std::string withoutOuterParentheses(std::string text)
{
    size_t first = 0;
    while (first < text.size() && text[first] == Begin)
        first += BeginSize;
    const size_t last = text.find_last_not_of(End);
    if (last == text.npos || first >= last || text[first] != '(' || text[last] != ')')
        return text;
    int depth = 0;
    for (size_t at = first; at < last; ++at) {
        if (text[at] == '"' || text[at] == '\'')
            return text;
        depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (depth == 0)
            return text;
    }
    text.erase(last, 1);
    text.erase(first, 1);
    return text;
}

void appendMarked(std::string& content, std::vector<ArtifactRange>& ranges, const std::string& text,
                  Place around)
{
    std::vector<Place> open{around};
    size_t at = 0;
    while (at < text.size()) {
        const size_t mark = std::min(text.find_first_of(Marks, at), text.size());
        const auto begin = uint32_t(content.size());
        content.append(text, at, mark - at);
        addRange(ranges, {begin, uint32_t(content.size())}, open.back());
        at = mark + 1;
        if (mark == text.size())
            break;
        if (text[mark] == End) {
            open.pop_back();
        } else {
            open.push_back(placeOfMark(text, mark));
            at = mark + BeginSize;
        }
    }
}

} // namespace tir::c_like
