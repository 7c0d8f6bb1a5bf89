// Reading the syntax of a file function by function.

#include "core/script/syntax/statement_parser.h"
#include "core/support/check.h"

#include <array>
#include <utility>

namespace tir::script {

Suite parseSyntax(const Tokens& tokens, Arena& arena, Diagnostics& diagnostics, ReadProgress* progress)
{
    return StatementParser(tokens, arena, diagnostics, progress).file();
}

SyntaxReader::SyntaxReader(Tokens tokens, Diagnostics& diagnostics, ReadProgress* progress)
    : m_tokens(std::make_unique<const Tokens>(std::move(tokens))),
      m_diagnostics(diagnostics),
      m_progress(progress)
{}

SyntaxReader::~SyntaxReader() = default;

Suite SyntaxReader::file()
{
    StatementParser parser(*m_tokens, m_fileArena, m_diagnostics, m_progress);
    parser.leaveOutBodies();
    const Suite statements = parser.file();
    m_bodiesToCome = parser.bodiesToCome();
    return statements;
}

Suite SyntaxReader::body(const Statement& function)
{
    if (function.bodyToCome == 0)
        return function.body;
    TIR_CHECK(m_tokens) << "every function was read before";
    m_bodyArena = std::make_unique<Arena>();
    const Suite statements =
        StatementParser(*m_tokens, *m_bodyArena, m_diagnostics, m_progress).bodyAt(function.bodyToCome);
    m_bodiesToCome.erase(function.bodyToCome);
    if (m_bodiesToCome.empty())
        m_tokens.reset();
    return statements;
}

void SyntaxReader::endBody()
{
    m_bodyArena.reset();
}

std::string_view toString(Operator op)
{
    static constexpr std::array<std::string_view, 27> Texts{
        "+", "-",   "*", "/", "//", "%",  "@",  "**", "<<", ">>", "&",      "|",  "^",      "-",
        "+", "not", "~", "<", "<=", "==", "!=", ">",  ">=", "in", "not in", "is", "is not",
    };
    return Texts[size_t(op)];
}

} // namespace tir::script
