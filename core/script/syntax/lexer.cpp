#include "core/script/syntax/lexer.h"

#include "core/script/syntax/read_progress.h"
#include "core/script/syntax/reporting.h"
#include "core/support/memory_advice.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

namespace tir::script {
namespace {

constexpr size_t TabWidth = 8;
/// As in Python.
constexpr size_t MaxIndents = 100;
/// A text of symbols and nothing else is no program.
constexpr size_t MaxLexemes = size_t(32) << 20;
/// More than the parser follows, so that it says so too.
constexpr size_t MaxBrackets = 1000;

/// Words that only start statements; none of them stands in brackets.
constexpr std::array<std::string_view, 13> StatementWords{
    "@",    "assert", "break", "class",  "continue", "def",  "for",
    "from", "if",     "pass",  "return", "while",    "with",
};

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Bytes of non-ASCII letters count as letters: names of variables may be in any language.
constexpr auto NameBytes = [] {
    std::array<bool, 256> bytes{};
    for (size_t i = 0; i < bytes.size(); ++i) {
        const char c = char(i);
        bytes[i] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || isDigit(c) || i >= 0x80;
    }
    return bytes;
}();

bool isNameByte(char c)
{
    return NameBytes[static_cast<unsigned char>(c)];
}

int hexDigit(char c)
{
    if (isDigit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

void appendUtf8(std::string& text, uint32_t codePoint)
{
    if (codePoint < 0x80) {
        text += char(codePoint);
    } else if (codePoint < 0x800) {
        text += char(0xC0 | (codePoint >> 6));
        text += char(0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
        text += char(0xE0 | (codePoint >> 12));
        text += char(0x80 | ((codePoint >> 6) & 0x3F));
        text += char(0x80 | (codePoint & 0x3F));
    } else {
        text += char(0xF0 | ((codePoint >> 18) & 0x07));
        text += char(0x80 | ((codePoint >> 12) & 0x3F));
        text += char(0x80 | ((codePoint >> 6) & 0x3F));
        text += char(0x80 | (codePoint & 0x3F));
    }
}

class Lexer {
public:
    /// `endsBrackets`: known to have a bracket that is never closed.
    Lexer(std::string_view text, Arena& arena, Diagnostics& diagnostics, bool endsBrackets,
          ReadProgress* progress)
        : m_text(text),
          m_arena(arena),
          m_diagnostics(diagnostics),
          m_progress(progress),
          m_endsBrackets(endsBrackets)
    {}

    bool hasOpenBracket() const { return !m_brackets.empty(); }

    std::vector<Lexeme> run()
    {
        if (m_text.starts_with("\xEF\xBB\xBF"))
            m_at = 3;
        m_lexemes.reserve(std::min(m_text.size() / 3 + 8, MaxLexemes));
        expectFilled(m_lexemes.data(), m_lexemes.capacity() * sizeof(Lexeme));
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
            if (m_brackets.size() >= MaxBrackets || m_lexemes.size() >= MaxLexemes ||
                m_diagnostics.size() >= MaxReported) {
                reportEnough();
                break;
            }
        }
        finish();
        return std::move(m_lexemes);
    }

private:
    char peek(size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    bool isLineEnd() const { return peek() == '\n' || (peek() == '\r' && peek(1) == '\n'); }

    void report(size_t begin, size_t end, std::string code, std::string message)
    {
        reportBounded(m_diagnostics, {.code = std::move(code),
                                      .message = std::move(message),
                                      .span = Span{uint32_t(begin), uint32_t(end)},
                                      .notes = {}});
    }

    void add(LexemeKind kind, size_t begin, size_t end, std::string_view text, Word word = {})
    {
        m_lexemes.push_back({kind, word, {uint32_t(begin), uint32_t(end)}, text});
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
        if (!m_lexemes.empty() && m_lexemes.back().kind != LexemeKind::Newline &&
            m_lexemes.back().kind != LexemeKind::Indent && m_lexemes.back().kind != LexemeKind::Dedent)
            add(LexemeKind::Newline, begin, begin, "end of line");
        return true;
    }

    /// The rest of the text is not worth reading.
    void reportEnough()
    {
        if (m_brackets.size() >= MaxBrackets)
            report(m_brackets.back(), m_at, "nested-too-deeply",
                   "more than " + std::to_string(MaxBrackets) + " brackets in each other");
        else if (m_lexemes.size() >= MaxLexemes)
            report(m_at, m_at + 1, "too-large",
                   "the text has more than " + std::to_string(MaxLexemes) + " words and symbols");
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
                (word == "@" || line.size() == word.size() || !isNameByte(line[word.size()])))
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
        report(open, open + 1, "unclosed-bracket",
               "'" + std::string(m_text.substr(open, 1)) + "' is never closed");
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
            add(LexemeKind::Indent, begin, m_at, "indentation");
        }
        while (width < m_indents.back()) {
            m_indents.pop_back();
            add(LexemeKind::Dedent, m_at, m_at, "end of block");
            if (width > m_indents.back()) {
                report(begin, m_at, "bad-indentation", "indentation matches no block around it");
                m_indents.push_back(width);
                add(LexemeKind::Indent, begin, m_at, "indentation");
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
        if (isNameByte(c))
            return readName();
        if (const Word symbol = Word::ofSymbolAt(m_text.substr(m_at))) {
            const size_t size = symbol.text().size();
            trackBracket(symbol);
            add(LexemeKind::Symbol, m_at, m_at + size, m_text.substr(m_at, size), symbol);
            m_at += size;
            return;
        }
        static constexpr char Digits[] = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        std::string shown = "byte 0x";
        shown += Digits[byte >> 4];
        shown += Digits[byte & 15];
        if (byte > 0x20 && byte < 0x7F)
            shown = std::string("'") + c + "'";
        report(m_at, m_at + 1, "unexpected-character", "unexpected " + shown);
        ++m_at;
    }

    void trackBracket(Word symbol)
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
        while (m_at < m_text.size() && isNameByte(m_text[m_at]))
            ++m_at;
        const std::string_view name = m_text.substr(begin, m_at - begin);
        if (name.size() <= 2 && (peek() == '"' || peek() == '\'') &&
            name.find_first_not_of("rRbBuUfF") == std::string_view::npos)
            return readString(begin, name);
        add(LexemeKind::Name, begin, m_at, name, Word::ofName(name));
    }

    void readNumber()
    {
        const size_t begin = m_at;
        bool isFloat = false;
        if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X' || peek(1) == 'b' || peek(1) == 'B' ||
                              peek(1) == 'o' || peek(1) == 'O')) {
            m_at += 2;
            while (hexDigit(peek()) >= 0 || peek() == '_')
                ++m_at;
        } else {
            readDigits();
            if (peek() == '.') {
                isFloat = true;
                ++m_at;
                readDigits();
            }
            const bool isSigned = peek(1) == '+' || peek(1) == '-';
            if ((peek() == 'e' || peek() == 'E') && isDigit(peek(isSigned ? 2 : 1))) {
                isFloat = true;
                m_at += isSigned ? 2 : 1;
                readDigits();
            }
        }
        if (isNameByte(peek())) {
            while (isNameByte(peek()) && m_at < m_text.size())
                ++m_at;
            report(begin, m_at, "bad-number",
                   "'" + std::string(m_text.substr(begin, m_at - begin)) + "' is no number");
        }
        add(isFloat ? LexemeKind::Float : LexemeKind::Integer, begin, m_at,
            m_text.substr(begin, m_at - begin));
    }

    void readDigits()
    {
        while (isDigit(peek()) || (peek() == '_' && isDigit(peek(1))))
            ++m_at;
    }

    /// One that stands for itself, letter for letter, up to a quote on its line: false for any other.
    bool readPlainString(size_t begin, bool isFormat, char quote)
    {
        size_t end = m_at;
        while (end < m_text.size() && m_text[end] != quote && m_text[end] != '\\' && m_text[end] != '\n')
            ++end;
        if (end >= m_text.size() || m_text[end] != quote)
            return false;
        const std::string_view bytes = m_text.substr(m_at, end - m_at);
        m_at = end + 1;
        add(isFormat ? LexemeKind::Foreign : LexemeKind::String, begin, m_at, m_arena.intern(bytes));
        return true;
    }

    void readString(size_t begin, std::string_view prefix)
    {
        const bool isRaw = prefix.find_first_of("rR") != std::string_view::npos;
        const bool isFormat = prefix.find_first_of("fF") != std::string_view::npos;
        const char quote = peek();
        const bool isTriple = peek(1) == quote && peek(2) == quote;
        m_at += isTriple ? 3 : 1;
        if (!isTriple && readPlainString(begin, isFormat, quote))
            return;
        std::string bytes;
        while (true) {
            if (m_at >= m_text.size() || (!isTriple && isLineEnd())) {
                report(begin, std::min(m_at, begin + 1 + prefix.size()), "unterminated-string",
                       "string has no closing quote");
                break;
            }
            const char c = m_text[m_at];
            if (c == quote && (!isTriple || (peek(1) == quote && peek(2) == quote))) {
                m_at += isTriple ? 3 : 1;
                break;
            }
            if (c == '\\' && !isRaw) {
                readEscape(bytes);
            } else if (c == '\\' && m_at + 1 < m_text.size()) {
                bytes += m_text.substr(m_at, 2);
                m_at += 2;
            } else {
                bytes += c;
                ++m_at;
            }
        }
        add(isFormat ? LexemeKind::Foreign : LexemeKind::String, begin, m_at, m_arena.intern(bytes));
    }

    /// `\xHH` is a byte, as the printer writes it; `\u` a code point.
    void readEscape(std::string& bytes)
    {
        const char c = peek(1);
        const size_t begin = m_at;
        m_at += 2;
        switch (c) {
        case '\n':
            return;
        case 'n':
            bytes += '\n';
            return;
        case 't':
            bytes += '\t';
            return;
        case 'r':
            bytes += '\r';
            return;
        case 'a':
            bytes += '\a';
            return;
        case 'b':
            bytes += '\b';
            return;
        case 'f':
            bytes += '\f';
            return;
        case 'v':
            bytes += '\v';
            return;
        case '\\':
        case '\'':
        case '"':
            bytes += c;
            return;
        case 'x':
            return readCodePoint(bytes, begin, 2);
        case 'u':
            return readCodePoint(bytes, begin, 4);
        case 'U':
            return readCodePoint(bytes, begin, 8);
        default:
            break;
        }
        if (c >= '0' && c <= '7') {
            uint32_t value = 0;
            --m_at;
            for (int digits = 0; digits < 3 && peek() >= '0' && peek() <= '7'; ++digits, ++m_at)
                value = value * 8 + uint32_t(peek() - '0');
            bytes += char(value);
            return;
        }
        bytes += '\\';
        m_at = begin + 1;
    }

    void readCodePoint(std::string& bytes, size_t begin, int digits)
    {
        uint32_t value = 0;
        for (int i = 0; i < digits; ++i, ++m_at) {
            if (hexDigit(peek()) < 0) {
                report(begin, m_at, "bad-escape", "escape needs " + std::to_string(digits) + " hex digits");
                return;
            }
            value = value * 16 + uint32_t(hexDigit(peek()));
        }
        if (digits == 2)
            bytes += char(value);
        else
            appendUtf8(bytes, value);
    }

    void finish()
    {
        const size_t end = m_text.size();
        if (!m_brackets.empty())
            reportOpenBracket();
        if (!m_lexemes.empty() && m_lexemes.back().kind != LexemeKind::Newline)
            add(LexemeKind::Newline, end, end, "end of line");
        for (size_t i = 1; i < m_indents.size(); ++i)
            add(LexemeKind::Dedent, end, end, "end of block");
        add(LexemeKind::End, end, end, "end of file");
    }

    std::string_view m_text;
    Arena& m_arena;
    Diagnostics& m_diagnostics;
    ReadProgress* m_progress; ///< may be null
    size_t m_at = 0;
    std::vector<size_t> m_indents{0};
    std::vector<size_t> m_brackets; ///< offsets of the open ones
    bool m_endsBrackets;
    bool m_isTooDeep = false;
    std::vector<Lexeme> m_lexemes;
};

} // namespace

std::vector<Lexeme> lex(std::string_view text, Arena& arena, Diagnostics& diagnostics, ReadProgress* progress)
{
    Diagnostics found;
    Lexer lexer(text, arena, found, /*endsBrackets=*/false, progress);
    std::vector<Lexeme> lexemes = lexer.run();
    if (lexer.hasOpenBracket() && !(progress && progress->isCancelled())) {
        found.clear();
        lexemes = Lexer(text, arena, found, /*endsBrackets=*/true, progress).run();
    }
    diagnostics.insert(diagnostics.end(), std::make_move_iterator(found.begin()),
                       std::make_move_iterator(found.end()));
    return lexemes;
}

} // namespace tir::script
