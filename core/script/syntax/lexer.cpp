#include "core/script/syntax/lexer.h"

#include "core/script/syntax/literal_reader.h"
#include "core/script/syntax/read_progress.h"
#include "core/script/syntax/reporting.h"
#include "core/support/memory_advice.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

namespace tir::script {
namespace {

constexpr size_t TabWidth = 8;
/// As in Python.
constexpr size_t MaxIndents = 100;
/// A text of symbols and nothing else is not a program.
constexpr size_t MaxTokens = size_t(32) << 20;
/// More than the parser supports, so that it reports the error, too.
constexpr size_t MaxBrackets = 1000;

/// Keywords that only start statements; none of them occurs in brackets.
constexpr std::array<std::string_view, 13> StatementWords{
    "@",    "assert", "break", "class",  "continue", "def",  "for",
    "from", "if",     "pass",  "return", "while",    "with",
};

class Lexer {
public:
    /// `endsBrackets`: known to have a bracket that is never closed.
    Lexer(std::string_view text, Arena& arena, Diagnostics& diagnostics, bool endsBrackets,
          ReadProgress* progress)
        : m_text(text),
          m_arena(arena),
          m_diagnostics(diagnostics),
          m_progress(progress),
          m_literals(text, diagnostics),
          m_endsBrackets(endsBrackets),
          m_tokens(text)
    {}

    bool hasOpenBracket() const { return !m_brackets.empty(); }

    Tokens run()
    {
        if (m_text.starts_with("\xEF\xBB\xBF"))
            m_at = 3;
        m_tokens.reserve(
            std::min(m_text.size() / 2 + 8, MaxTokens)); // of a dense text; what is not filled is free
        bool isLineStart = true;
        while (true) {
            if (isLineStart && m_brackets.empty())
                readIndentation();
            isLineStart = false;
            skipBlanks();
            if (m_at >= m_text.size())
                break;
            if (isLineEnd()) {
                if (m_progress && !m_progress->reached(m_at))
                    break;
                isLineStart = endLine();
                continue;
            }
            readLexeme();
            if (m_brackets.size() >= MaxBrackets || m_tokens.size() >= MaxTokens ||
                m_diagnostics.size() >= MaxReported) {
                reportEnough();
                break;
            }
        }
        finish();
        return std::move(m_tokens);
    }

private:
    char peek(size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    bool isLineEnd() const { return peek() == '\n' || (peek() == '\r' && peek(1) == '\n'); }

    void report(size_t begin, size_t end, std::string code, std::string message)
    {
        reportAt(m_diagnostics, begin, end, std::move(code), std::move(message));
    }

    static Token token(Token::Kind kind, size_t begin, size_t end, TokenId word = {})
    {
        return {kind, word, {uint32_t(begin), uint32_t(end)}};
    }
    void add(Token::Kind kind, size_t begin, size_t end, TokenId word = {})
    {
        m_tokens.add(token(kind, begin, end, word));
    }

    /// Blanks, comments and continued lines.
    void skipBlanks()
    {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == ' ' || c == '\t' || c == '\f') {
                ++m_at;
            } else if (c == '#') {
                while (m_at < m_text.size() && m_text[m_at] != '\n')
                    ++m_at;
            } else if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
                m_at += peek(1) == '\n' ? 2 : 3;
            } else {
                return;
            }
        }
    }

    /// True when the next line starts a logical line.
    bool endLine()
    {
        const size_t begin = m_at;
        m_at += peek() == '\r' ? 2 : 1;
        if (!m_brackets.empty() && !(m_endsBrackets && startsStatement()))
            return false;
        if (!m_brackets.empty())
            reportOpenBracket();
        m_brackets.clear();
        if (!m_tokens.empty() && m_tokens.back().kind != Token::Kind::Newline &&
            m_tokens.back().kind != Token::Kind::Indent && m_tokens.back().kind != Token::Kind::Dedent)
            add(Token::Kind::Newline, begin, begin);
        return true;
    }

    /// The rest of the text is not worth reading.
    void reportEnough()
    {
        if (m_brackets.size() >= MaxBrackets)
            report(m_brackets.back(), m_at, "nested-too-deeply",
                   "more than " + std::to_string(MaxBrackets) + " brackets in each other");
        else if (m_tokens.size() >= MaxTokens)
            report(m_at, m_at + 1, "too-large",
                   "the text has more than " + std::to_string(MaxTokens) + " words and symbols");
    }

    /// Whether the line looks like the start of a statement, not like the rest of a bracket.
    bool startsStatement() const
    {
        const std::string_view rest = m_text.substr(m_at);
        std::string_view line = rest.substr(0, rest.find('\n'));
        const size_t indent = std::min(line.find_first_not_of(' '), line.size());
        line.remove_prefix(indent);
        while (line.ends_with('\r') || line.ends_with(' '))
            line.remove_suffix(1);
        if (line.empty() || line[0] == '#' || line[0] == ')' || line[0] == ']' || line[0] == '}')
            return false;
        if (indent <= m_indents.back())
            return true;
        for (const std::string_view word : StatementWords)
            if (line.starts_with(word) &&
                (word == "@" || line.size() == word.size() || !isPythonNameByte(line[word.size()])))
                return true;
        // `A[i] = 1.0`, but not an argument, which ends with a comma or closes more than it opens.
        if (line.ends_with(','))
            return false;
        int depth = 0;
        bool isAssignment = false;
        for (size_t i = 0; i < line.size(); ++i) {
            depth += line[i] == '(' || line[i] == '[' || line[i] == '{';
            depth -= line[i] == ')' || line[i] == ']' || line[i] == '}';
            if (depth < 0)
                return false;
            isAssignment |= depth == 0 && line.substr(i).starts_with(" = ");
        }
        return isAssignment;
    }

    void reportOpenBracket()
    {
        const size_t open = m_brackets.back();
        report(open, open + 1, "unclosed-bracket", quoted(m_text.substr(open, 1)) + " is never closed");
    }

    void readIndentation()
    {
        size_t width = 0;
        const size_t begin = m_at;
        for (; m_at < m_text.size(); ++m_at) {
            if (m_text[m_at] == ' ')
                ++width;
            else if (m_text[m_at] == '\t')
                width = (width / TabWidth + 1) * TabWidth;
            else if (m_text[m_at] != '\f')
                break;
        }
        if (m_at >= m_text.size() || isLineEnd() || peek() == '#')
            return; // blank lines do not indent
        if (width > m_indents.back() && m_indents.size() > MaxIndents) {
            if (!m_isTooDeep)
                report(begin, m_at, "nested-too-deeply", "more than 100 levels of indentation");
            m_isTooDeep = true;
        } else if (width > m_indents.back()) {
            m_indents.push_back(width);
            m_tokens.addIndent(token(Token::Kind::Indent, begin, m_at));
        }
        while (width < m_indents.back()) {
            m_indents.pop_back();
            m_tokens.addDedent(token(Token::Kind::Dedent, m_at, m_at));
            if (width > m_indents.back()) {
                report(begin, m_at, "bad-indentation", "indentation matches no block around it");
                m_indents.push_back(width);
                m_tokens.addIndent(token(Token::Kind::Indent, begin, m_at));
                break;
            }
        }
    }

    void readLexeme()
    {
        const char c = peek();
        if (isDigit(c) || (c == '.' && isDigit(peek(1))))
            return readNumber();
        if (c == '"' || c == '\'')
            return readString(m_at, {});
        if (isPythonNameByte(c))
            return readName();
        if (const TokenId symbol = TokenId::ofSymbolAt(m_text.substr(m_at))) {
            const size_t size = symbol.text().size();
            trackBracket(symbol);
            add(Token::Kind::Symbol, m_at, m_at + size, symbol);
            m_at += size;
            return;
        }
        static constexpr char Digits[] = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        std::string shown = "byte 0x";
        shown += Digits[byte >> 4];
        shown += Digits[byte & 15];
        if (byte > 0x20 && byte < 0x7F)
            shown = quoted({&c, 1});
        report(m_at, m_at + 1, "unexpected-character", "unexpected " + shown);
        ++m_at;
    }

    void trackBracket(TokenId symbol)
    {
        if (symbol == "(" || symbol == "[" || symbol == "{") {
            m_brackets.push_back(m_at);
        } else if (!m_brackets.empty() && (symbol == ")" || symbol == "]" || symbol == "}")) {
            m_brackets.pop_back();
        }
    }

    void readName()
    {
        const size_t begin = m_at;
        while (m_at < m_text.size() && isPythonNameByte(m_text[m_at]))
            ++m_at;
        const std::string_view name = m_text.substr(begin, m_at - begin);
        if (name.size() <= 2 && (peek() == '"' || peek() == '\'') &&
            name.find_first_not_of("rRbBuUfF") == std::string_view::npos)
            return readString(begin, name);
        add(Token::Kind::Name, begin, m_at, TokenId::ofName(name));
    }

    void readNumber()
    {
        const size_t begin = m_at;
        bool isFloat = false;
        m_at = m_literals.endOfNumber(m_at, isFloat);
        add(isFloat ? Token::Kind::Float : Token::Kind::Integer, begin, m_at);
    }

    void readString(size_t begin, std::string_view prefix)
    {
        const bool isRaw = prefix.find_first_of("rR") != std::string_view::npos;
        const bool isFormat = prefix.find_first_of("fF") != std::string_view::npos;
        const LiteralReader::String string = m_literals.readString(begin, m_at, isRaw);
        m_at = string.end;
        const Token made = token(isFormat ? Token::Kind::Foreign : Token::Kind::String, begin, m_at);
        if (m_tokens.plainString(made))
            m_tokens.add(made);
        else
            m_tokens.addString(made, m_arena.intern(string.bytes));
    }

    void finish()
    {
        const size_t end = m_text.size();
        const bool isReadToTheEnd = m_at >= end;
        if (!m_brackets.empty() && isReadToTheEnd)
            reportOpenBracket();
        if (!m_tokens.empty() && m_tokens.back().kind != Token::Kind::Newline)
            add(Token::Kind::Newline, end, end);
        for (size_t i = 1; i < m_indents.size(); ++i)
            m_tokens.addDedent(token(Token::Kind::Dedent, end, end));
        add(Token::Kind::End, end, end);
    }

    std::string_view m_text;
    Arena& m_arena;
    Diagnostics& m_diagnostics;
    ReadProgress* m_progress; ///< may be null
    LiteralReader m_literals;
    size_t m_at = 0;
    std::vector<size_t> m_indents{0};
    std::vector<size_t> m_brackets; ///< offsets of the open ones
    bool m_endsBrackets;
    bool m_isTooDeep = false;
    Tokens m_tokens;
};

} // namespace

void Tokens::reserve(size_t count)
{
    m_tokens.reserve(count);
    expectFilled(m_tokens.data(), m_tokens.capacity() * sizeof(Token));
}

void Tokens::addString(const Token& token, std::string_view decoded)
{
    m_tokens.push_back(token);
    m_strings.push_back({token.span.begin, decoded});
}

std::optional<std::string_view> Tokens::plainString(const Token& token) const
{
    const std::string_view written = m_text.substr(token.span.begin, token.span.end - token.span.begin);
    const char quote = written.front();
    const bool isWhole = (quote == '"' || quote == '\'') && written.size() >= 2 && written.back() == quote;
    if (!isWhole || (written.size() > 2 && written[1] == quote))
        return std::nullopt;
    const std::string_view bytes = written.substr(1, written.size() - 2);
    return bytes.find('\\') == bytes.npos ? std::optional(bytes) : std::nullopt;
}

void Tokens::addIndent(const Token& token)
{
    m_openSuites.push_back(m_suites.size());
    m_suites.push_back({uint32_t(m_tokens.size()), 0});
    m_tokens.push_back(token);
}

void Tokens::addDedent(const Token& token)
{
    m_tokens.push_back(token);
    m_suites[m_openSuites.back()].end = uint32_t(m_tokens.size());
    m_openSuites.pop_back();
}

size_t Tokens::endOfSuite(size_t indent) const
{
    return std::ranges::lower_bound(m_suites, indent, {}, &SuiteTokens::indent)->end;
}

std::string_view Tokens::textOf(const Token& token) const
{
    switch (token.kind) {
    case Token::Kind::Name:
    case Token::Kind::Integer:
    case Token::Kind::Float:
    case Token::Kind::Symbol:
        return m_text.substr(token.span.begin, token.span.end - token.span.begin);
    case Token::Kind::String:
    case Token::Kind::Foreign:
        if (const std::optional<std::string_view> plain = plainString(token))
            return *plain;
        return std::ranges::lower_bound(m_strings, token.span.begin, {}, &DecodedString::begin)->text;
    case Token::Kind::Newline:
        return "end of line";
    case Token::Kind::Indent:
        return "indentation";
    case Token::Kind::Dedent:
        return "end of block";
    case Token::Kind::End:
        return "end of file";
    }
    return {};
}

Tokens lex(std::string_view text, Arena& arena, Diagnostics& diagnostics, ReadProgress* progress)
{
    Diagnostics found;
    Lexer lexer(text, arena, found, /*endsBrackets=*/false, progress);
    Tokens tokens = lexer.run();
    if (lexer.hasOpenBracket() && !(progress && progress->isCancelled())) {
        found.clear();
        tokens = Lexer(text, arena, found, /*endsBrackets=*/true, progress).run();
    }
    diagnostics.insert(diagnostics.end(), std::make_move_iterator(found.begin()),
                       std::make_move_iterator(found.end()));
    return tokens;
}

} // namespace tir::script
