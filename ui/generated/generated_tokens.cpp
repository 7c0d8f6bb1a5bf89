#include "ui/generated/generated_tokens.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace tir::ui {
namespace {

bool isWordStart(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c));
}

bool isWordPart(char c)
{
    return isWordStart(c) || isDigit(c);
}

/// Sorted.
constexpr std::string_view CWords[] = {
    "NULL",    "bool",    "break",  "char",   "const",  "continue", "do",     "double",   "else",
    "enum",    "extern",  "false",  "float",  "for",    "half",     "if",     "inline",   "int",
    "int32_t", "int64_t", "long",   "return", "short",  "signed",   "sizeof", "static",   "struct",
    "switch",  "true",    "typedef", "uchar", "uint",   "union",    "unsigned", "ushort", "void",
    "volatile", "while"};

constexpr std::string_view LlvmWords[] = {
    "alloca", "attributes", "br",     "call",  "constant", "declare", "define", "double", "fadd",
    "float",  "fmul",       "global", "half",  "i1",       "i16",     "i32",    "i64",    "i8",
    "label",  "load",       "phi",    "ptr",   "ret",      "store",   "switch", "target", "void"};

/// What starts a comment up to the end of the line.
std::string_view commentMark(ArtifactKind kind)
{
    return kind == ArtifactKind::Llvm ? ";" : "//";
}

bool isKeyword(std::string_view word, ArtifactKind kind)
{
    if (kind == ArtifactKind::Cuda || kind == ArtifactKind::C)
        return std::ranges::binary_search(CWords, word);
    if (kind == ArtifactKind::Llvm)
        return std::ranges::binary_search(LlvmWords, word);
    return false;
}

class Tokenizer {
public:
    Tokenizer(const CodeText& code, ArtifactKind kind) : m_text(code.text), m_kind(kind) {}

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
        const bool isC = m_kind == ArtifactKind::Cuda || m_kind == ArtifactKind::C;
        const char c = m_text[m_at];
        if (startsHere(commentMark(m_kind)))
            return add(endOfLine(), TokenKind::Comment);
        if (m_kind != ArtifactKind::Llvm && startsHere("/*"))
            return blockComment();
        if (isC && c == '#')
            return add(endOfLine(), TokenKind::Decorator);
        if (c == '"')
            return text();
        if (isDigit(c))
            return add(endOf(m_at, [](char part) { return isWordPart(part) || part == '.'; }),
                       TokenKind::Number);
        if ((c == '%' || c == '@' || c == '$') && (isWordPart(at(m_at + 1)) || at(m_at + 1) == '.'))
            return add(endOf(m_at + 1, [](char part) { return isWordPart(part) || part == '.'; }),
                       c == '@' ? TokenKind::Function : TokenKind::Builtin);
        if (c == '.' && isWordStart(at(m_at + 1)) && m_kind == ArtifactKind::Ptx)
            return add(endOf(m_at + 1, isWordPart), TokenKind::Keyword);
        if (isWordStart(c))
            return word();
        ++m_at;
    }

    void blockComment()
    {
        const size_t found = m_text.find("*/", m_at + 2);
        const size_t end = found == std::string::npos ? m_text.size() : found + 2;
        while (m_at < end) {
            const size_t stop = std::min(end, endOfLine());
            if (stop > m_at)
                add(stop, TokenKind::Comment);
            if (m_at < end)
                ++m_at; // the line end
        }
    }

    void text()
    {
        size_t end = m_at + 1;
        const size_t last = endOfLine();
        while (end < last && m_text[end] != '"')
            end += m_text[end] == '\\' ? 2 : 1;
        add(std::min(end + 1, last), TokenKind::String);
    }

    void word()
    {
        const size_t end = endOf(m_at, isWordPart);
        const std::string_view name = std::string_view(m_text).substr(m_at, end - m_at);
        if (isKeyword(name, m_kind))
            return add(end, TokenKind::Keyword);
        if (name.starts_with("__") || name == "threadIdx" || name == "blockIdx" || name == "blockDim")
            return add(end, TokenKind::Builtin);
        if (at(end) == '(')
            return add(end, TokenKind::Function);
        m_at = end;
    }

    const std::string& m_text;
    ArtifactKind m_kind;
    size_t m_at = 0;
    std::vector<CodeToken> m_tokens;
};

} // namespace

std::vector<CodeToken> generatedTokens(const CodeText& code, ArtifactKind kind)
{
    static_assert(std::is_sorted(std::begin(CWords), std::end(CWords)));
    static_assert(std::is_sorted(std::begin(LlvmWords), std::end(LlvmWords)));
    return isText(kind) ? Tokenizer(code, kind).run() : std::vector<CodeToken>();
}

} // namespace tir::ui
