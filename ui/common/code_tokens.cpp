#include "ui/common/code_tokens.h"

#include "core/support/text_format.h"

#include <algorithm>
#include <iterator>

namespace tir::ui {
namespace {

bool isWordStart(char c)
{
    return isNameByte(c) && !isDigit(c);
}

/// Sorted.
constexpr std::string_view CWords[] = {
    "NULL",   "bool",   "break", "char",     "const",  "continue", "do",       "double", "else",    "enum",
    "extern", "false",  "float", "for",      "half",   "if",       "inline",   "int",    "int32_t", "int64_t",
    "long",   "return", "short", "signed",   "sizeof", "static",   "struct",   "switch", "true",    "typedef",
    "uchar",  "uint",   "union", "unsigned", "ushort", "void",     "volatile", "while"};

constexpr std::string_view LlvmWords[] = {
    "alloca", "attributes", "br",     "call", "constant", "declare", "define", "double", "fadd",
    "float",  "fmul",       "global", "half", "i1",       "i16",     "i32",    "i64",    "i8",
    "label",  "load",       "phi",    "ptr",  "ret",      "store",   "switch", "target", "void"};

constexpr std::string_view PythonWords[] = {"False", "None",     "True",  "and",  "as",     "assert", "break",
                                            "class", "continue", "def",   "elif", "else",   "for",    "from",
                                            "if",    "import",   "in",    "is",   "lambda", "not",    "or",
                                            "pass",  "return",   "while", "with"};

/// The start of a comment that extends to the end of the line.
std::string_view commentMark(CodeLanguage language)
{
    switch (language) {
    case CodeLanguage::LlvmIr:
        return ";";
    case CodeLanguage::Python:
        return "#";
    case CodeLanguage::C:
    case CodeLanguage::Ptx:
    case CodeLanguage::Sass:
        break;
    }
    return "//";
}

bool isKeyword(std::string_view word, CodeLanguage language)
{
    switch (language) {
    case CodeLanguage::C:
        return std::ranges::binary_search(CWords, word);
    case CodeLanguage::LlvmIr:
        return std::ranges::binary_search(LlvmWords, word);
    case CodeLanguage::Python:
        return std::ranges::binary_search(PythonWords, word);
    case CodeLanguage::Ptx:
    case CodeLanguage::Sass:
        break;
    }
    return false;
}

class Tokenizer {
public:
    Tokenizer(const CodeText& code, CodeLanguage language)
        : m_text(code.text),
          m_language(language),
          m_block(blockMarks(language))
    {}

    std::vector<CodeToken> run()
    {
        while (m_at < m_text.size())
            next();
        return std::move(m_tokens);
    }

private:
    char at(size_t offset) const { return offset < m_text.size() ? m_text[offset] : '\0'; }
    bool startsHere(std::string_view word) const { return m_text.compare(m_at, word.size(), word) == 0; }

    template <class IsPart>
    size_t endOf(size_t from, IsPart isPart) const
    {
        while (from < m_text.size() && isPart(m_text[from]))
            ++from;
        return from;
    }

    size_t endOfLine() const { return std::min(m_text.find('\n', m_at), m_text.size()); }

    void add(size_t end, TokenKind kind)
    {
        m_tokens.push_back({.begin = uint32_t(m_at), .end = uint32_t(end), .kind = kind});
        m_at = end;
    }

    void next()
    {
        const bool isPython = m_language == CodeLanguage::Python;
        const char c = m_text[m_at];
        if (startsHere(commentMark(m_language)))
            return add(endOfLine(), TokenKind::Comment);
        if (!m_block.begin.empty() && startsHere(m_block.begin))
            return block();
        if (m_language == CodeLanguage::C && c == '#')
            return add(endOfLine(), TokenKind::Decorator);
        if (c == '"' || (isPython && c == '\''))
            return text(c);
        if (isDigit(c))
            return add(endOf(m_at, [](char part) { return isNameByte(part) || part == '.'; }),
                       TokenKind::Number);
        const auto isDotted = [](char part) { return isNameByte(part) || part == '.'; };
        if (isPython && c == '@' && isWordStart(at(m_at + 1)))
            return add(endOf(m_at + 1, isDotted), TokenKind::Decorator);
        if (!isPython && (c == '%' || c == '@' || c == '$') && isDotted(at(m_at + 1)))
            return add(endOf(m_at + 1, isDotted), c == '@' ? TokenKind::Function : TokenKind::Builtin);
        if (c == '.' && isWordStart(at(m_at + 1)) && m_language == CodeLanguage::Ptx)
            return add(endOf(m_at + 1, isNameByte), TokenKind::Keyword);
        if (isWordStart(c))
            return isPython ? pythonWord() : word();
        ++m_at;
    }

    void block()
    {
        const size_t found = m_text.find(m_block.end, m_at + m_block.begin.size());
        const size_t end = found == std::string::npos ? m_text.size() : found + m_block.end.size();
        while (m_at < end) {
            const size_t stop = std::min(end, endOfLine());
            if (stop > m_at)
                add(stop, m_block.kind);
            if (m_at < end)
                ++m_at; // the line end
        }
    }

    void text(char quote)
    {
        size_t end = m_at + 1;
        const size_t last = endOfLine();
        while (end < last && m_text[end] != quote)
            end += m_text[end] == '\\' ? 2 : 1;
        add(std::min(end + 1, last), TokenKind::String);
    }

    void word()
    {
        const size_t end = endOf(m_at, isNameByte);
        const std::string_view name = std::string_view(m_text).substr(m_at, end - m_at);
        if (isKeyword(name, m_language))
            return add(end, TokenKind::Keyword);
        if (name.starts_with("__") || name == "threadIdx" || name == "blockIdx" || name == "blockDim")
            return add(end, TokenKind::Builtin);
        if (at(end) == '(')
            return add(end, TokenKind::Function);
        m_at = end;
    }

    /// `T` and `I` with the name after the dot, and names that are called or defined.
    void pythonWord()
    {
        const size_t end = endOf(m_at, isNameByte);
        const std::string_view name = std::string_view(m_text).substr(m_at, end - m_at);
        const bool isNamespace =
            (name == "T" || name == "I" || name == "R" || name == "Tx") && at(end) == '.';
        if (m_at > 0 && m_text[m_at - 1] == '.' && m_isNamespaceBefore)
            add(end, TokenKind::Builtin);
        else if (isKeyword(name, CodeLanguage::Python))
            add(end, TokenKind::Keyword);
        else if (isNamespace)
            add(end, TokenKind::Namespace);
        else if (at(end) == '(')
            add(end, TokenKind::Function);
        else
            m_at = end;
        m_isNamespaceBefore = isNamespace;
    }

    const std::string& m_text;
    CodeLanguage m_language;
    BlockMarks m_block;
    bool m_isNamespaceBefore = false; ///< the last word was `T` before a dot
    size_t m_at = 0;
    std::vector<CodeToken> m_tokens;
};

} // namespace

BlockMarks blockMarks(CodeLanguage language)
{
    switch (language) {
    case CodeLanguage::C:
    case CodeLanguage::Ptx:
    case CodeLanguage::Sass:
        return {"/*", "*/", TokenKind::Comment};
    case CodeLanguage::Python:
        return {"\"\"\"", "\"\"\"", TokenKind::String};
    case CodeLanguage::LlvmIr:
        break;
    }
    return {};
}

std::vector<CodeToken> codeTokens(const CodeText& code, CodeLanguage language)
{
    static_assert(std::is_sorted(std::begin(CWords), std::end(CWords)));
    static_assert(std::is_sorted(std::begin(LlvmWords), std::end(LlvmWords)));
    static_assert(std::is_sorted(std::begin(PythonWords), std::end(PythonWords)));
    return Tokenizer(code, language).run();
}

} // namespace tir::ui
