/// A source text with a name, its lines, and how an error in it is shown.

#pragma once

#include "core/support/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace tir {

struct LineColumn {
    int line = 1;   ///< from 1
    int column = 1; ///< from 1, in bytes
};

class SourceText {
public:
    SourceText() = default;
    SourceText(std::string name, std::string text);

    const std::string& name() const { return m_name; }
    std::string_view text() const { return m_text; }
    LineColumn lineColumn(uint32_t offset) const;
    std::string_view line(int number) const; ///< without its line end; empty if there is no such line

private:
    std::string m_name;
    std::string m_text;
    std::vector<uint32_t> m_lineStarts;
};

/// `file:line:col: error: message`, the source line, a caret line, then the notes the same way. A
/// diagnostic without a span is one line.
std::string render(const Diagnostic& diagnostic, const SourceText& source);
std::string render(const Diagnostics& diagnostics, const SourceText& source);

} // namespace tir
