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
    parser.leaveOutSuites();
    const Suite statements = parser.file();
    m_bodiesToCome = parser.bodiesToCome();
    return statements;
}

Suite SyntaxReader::whole(Suite parsed, uint32_t toCome)
{
    if (toCome == 0)
        return parsed;
    const auto [found, isNew] = m_whole.try_emplace(toCome);
    if (isNew) {
        TIR_CHECK(m_tokens) << "every function was read before";
        if (!m_wholeArena)
            m_wholeArena = m_kept.emplace_back(std::make_unique<Arena>()).get();
        Diagnostics ignored;
        found->second = StatementParser(*m_tokens, *m_wholeArena, ignored, nullptr).suiteAt(toCome);
    }
    return found->second;
}

void SyntaxReader::endFunction(const Statement& function)
{
    m_kept.clear();
    m_wholeArena = nullptr;
    m_whole.clear();
    m_bodiesToCome.erase(function.bodyToCome);
    if (m_bodiesToCome.empty())
        m_tokens.reset();
}

Suite SyntaxReader::statementsAt(uint32_t& at, std::unique_ptr<Arena>& arena)
{
    constexpr size_t TokensAtATime = 4096;
    TIR_CHECK(m_tokens) << "every function was read before";
    auto next = std::make_unique<Arena>();
    StatementParser parser(*m_tokens, *next, m_diagnostics, m_progress);
    parser.leaveOutSuites();
    const Suite statements = parser.statementsAt(at, TokensAtATime);
    arena = std::move(next);
    if (parser.hasLambda())
        m_kept.push_back(std::move(arena));
    return statements;
}

SuiteReader::SuiteReader(SyntaxReader& syntax, uint32_t toCome)
    : m_syntax(&syntax),
      m_toCome(toCome + 3) // after the colon, the line end, and the Indent
{}

const Statement* SuiteReader::next()
{
    if (m_at == m_parsed.size() && m_toCome > 0) {
        m_parsed = m_syntax->statementsAt(m_toCome, m_arena);
        m_at = 0;
    }
    if (m_at == m_parsed.size())
        return nullptr;
    m_end = m_parsed[m_at]->span.end;
    return m_parsed[m_at++];
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
