/// A source text with a name, its lines, and how an error in it is shown.

#pragma once

#include "core/support/diagnostic.h"
#include "core/support/lazy.h"

#include <string>
#include <string_view>

namespace tir {

struct LineColumn {
    int line = 1;   ///< from 1
    int column = 1; ///< from 1, in bytes
};

/// Copies share the text, which never changes.
class SourceText {
public:
    SourceText() = default;
    SourceText(std::string name, std::string text);

    const std::string& name() const { return m_name; }
    std::string_view text() const { return m_text ? std::string_view(*m_text) : std::string_view(); }
    LineColumn lineColumn(uint32_t offset) const;
    std::string_view line(int number) const; ///< without its line end; empty if there is no such line

private:
    std::string m_name;
    std::shared_ptr<const std::string> m_text; ///< null: empty, without a line
    Lazy<uint32_t> m_lineStarts;
};

/// `file:line:col: error: message`, the source line, a caret line, then the notes the same way. A
/// diagnostic without a span is one line.
std::string render(const Diagnostic& diagnostic, const SourceText& source);
std::string render(const Diagnostics& diagnostics, const SourceText& source);

} // namespace tir
