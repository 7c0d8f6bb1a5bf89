#include "passes/framework/note_text.h"

#include <algorithm>

namespace tir {
namespace {

/// Bytes that continue a character of UTF-8 take no column.
size_t width(std::string_view text)
{
    return size_t(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

} // namespace

std::string toText(const NoteTable& table, std::string_view indent)
{
    std::vector<size_t> widths(table.columns.size());
    const auto measure = [&](const std::vector<std::string>& cells) {
        for (size_t i = 0; i < cells.size(); ++i)
            widths[i] = std::max(widths[i], width(cells[i]));
    };
    measure(table.columns);
    std::ranges::for_each(table.rows, measure);

    std::string text;
    const auto write = [&](const std::vector<std::string>& cells) {
        std::string line(indent);
        for (size_t i = 0; i < cells.size(); ++i)
            line += cells[i] + std::string(widths[i] + 2 - width(cells[i]), ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    };
    write(table.columns);
    std::ranges::for_each(table.rows, write);
    return text;
}

} // namespace tir
