#include "passes/framework/note_text.h"

#include "core/support/utf8.h"

#include <algorithm>

namespace tir {
std::string toText(const NoteTable& table, std::string_view indent)
{
    std::vector<size_t> widths(table.columns.size());
    const auto measure = [&](const std::vector<std::string>& cells) {
        for (size_t i = 0; i < cells.size(); ++i)
            widths[i] = std::max(widths[i], characterCount(cells[i]));
    };
    measure(table.columns);
    std::ranges::for_each(table.rows, measure);

    std::string text;
    const auto write = [&](const std::vector<std::string>& cells) {
        std::string line(indent);
        for (size_t i = 0; i < cells.size(); ++i)
            line += cells[i] + std::string(widths[i] + 2 - characterCount(cells[i]), ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    };
    write(table.columns);
    std::ranges::for_each(table.rows, write);
    return text;
}

} // namespace tir
