/// The tokens of a TVMScript text: those of Python, with INDENT and DEDENT, every one with its span.

#pragma once

#include "core/script/syntax/dialect.h"
#include "core/script/syntax/token_id.h"
#include "core/support/arena.h"
#include "core/support/diagnostic.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tir::script {

class ReadProgress;

/// Without its text (Tokens::textOf()): nothing is as numerous in a large program as its tokens.
struct Token {
    enum class Kind : uint8_t {
        Name,
        Integer,
        Float,
        String,
        Foreign, ///< a string only Python can evaluate (f-string)
        Symbol,  ///< an operator or a bracket
        Newline, ///< the end of a logical line
        Indent,
        Dedent,
        End,
    };

    Kind kind;
    TokenId id; ///< of a Symbol, and of a Name that has a meaning in the grammar
    Span span;

    bool is(TokenId wanted) const { return id == wanted; }
};

/// The tokens of a text, which must outlive them.
class Tokens {
public:
    Tokens() = default;
    explicit Tokens(std::string_view text) : m_text(text) {}

    void reserve(size_t count);
    /// In the order of the text.
    void add(const Token& token) { m_tokens.push_back(token); }
    void addString(const Token& token, std::string_view decoded);
    /// The bytes of a string token, if they are in the text as they are: without escapes, a prefix, or three quotes.
    std::optional<std::string_view> plainString(const Token& token) const;
    /// The tokens around a suite. Every Indent has its Dedent.
    void addIndent(const Token& token);
    void addDedent(const Token& token);

    bool empty() const { return m_tokens.empty(); }
    size_t size() const { return m_tokens.size(); }
    const Token& operator[](size_t index) const { return m_tokens[index]; }
    const Token& back() const { return m_tokens.back(); }
    auto begin() const { return m_tokens.begin(); }
    auto end() const { return m_tokens.end(); }

    /// Of a string, the decoded bytes; of a token without text, what it is: "end of line". Precondition: the token is
    /// one of these, or a copy.
    std::string_view textOf(const Token& token) const;
    /// One past the Dedent of the Indent at `indent`.
    size_t endOfSuite(size_t indent) const;
    bool isName(const Token& token, std::string_view name) const
    {
        return token.kind == Token::Kind::Name && textOf(token) == name;
    }

private:
    struct DecodedString {
        uint32_t begin;
        std::string_view text;
    };

    /// Numbers of tokens.
    struct SuiteTokens {
        uint32_t indent;
        uint32_t end;
    };

    std::string_view m_text;
    std::vector<Token> m_tokens;
    std::vector<DecodedString> m_strings; ///< that are not plain, by begin
    std::vector<SuiteTokens> m_suites;    ///< by indent
    std::vector<size_t> m_openSuites;     ///< indices in m_suites, the innermost last
};

/// A bracket that is never closed ends where the next statement seems to start. Never fails: text that is not a token
/// is reported and skipped. The last token is End. Strings that are decoded are in `arena`. `progress` may end it early.
Tokens lex(std::string_view text, Arena& arena, Diagnostics& diagnostics, ReadProgress* progress = nullptr);

/// The dialect of the tokens of `text`. (dialect.cpp)
Dialect dialectOf(std::string_view text, const Tokens& tokens);

} // namespace tir::script
