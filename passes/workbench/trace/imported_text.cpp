#include "passes/workbench/trace/imported_text.h"

#include "core/script/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>

namespace tir {
namespace {

using script::Token;

std::string_view nameOf(const Node* node)
{
    if (const auto* var = as<Var>(node))
        return var->name;
    const auto* buffer = as<Buffer>(node);
    return buffer ? buffer->name : std::string_view();
}

/// The innermost place at positions that ascend.
class InnermostPlaces {
public:
    explicit InnermostPlaces(const TextSpans& spans) : m_spans(spans)
    {
        for (Place place = 0; place < spans.size(); ++place)
            if (!spans[place].isEmpty())
                m_order.push_back(place);
        // Of equal stretches the inner place, which comes later, is meant.
        std::ranges::sort(m_order, {}, [&](Place place) {
            const Span span = spans[place];
            return std::tuple(span.begin, UINT32_MAX - span.end, place);
        });
    }

    Place at(Span text)
    {
        for (; m_next < m_order.size() && m_spans[m_order[m_next]].begin <= text.begin; ++m_next)
            m_open.push_back(m_order[m_next]);
        while (!m_open.empty() && m_spans[m_open.back()].end <= text.begin)
            m_open.pop_back();
        // A stretch that ends earlier may be below one that ends later only if they overlap, which texts do not.
        for (size_t index = m_open.size(); index-- > 0;)
            if (m_spans[m_open[index]].end >= text.end)
                return m_open[index];
        return NoPlace;
    }

private:
    const TextSpans& m_spans;
    std::vector<Place> m_order; ///< by begin, the outer ones first
    size_t m_next = 0;          ///< in that order
    std::vector<Place> m_open;  ///< that have begun
};

/// The variables and buffers of a module by name.
class Entities {
public:
    explicit Entities(const PlaceTable& places) : m_places(places)
    {
        for (Place place = 0; place < places.size(); ++place)
            if (const std::string_view name = nameOf(places[place].node); !name.empty())
                m_named[name].push_back(place);
    }

    /// The object of a name at a place: the first one of that name in the innermost scope that has one.
    const Node* find(std::string_view name, Place place) const
    {
        const auto named = m_named.find(name);
        if (named == m_named.end())
            return nullptr;
        for (; place != NoPlace; place = m_places[place].parent) {
            const auto first = std::ranges::lower_bound(named->second, place);
            const auto last = std::ranges::lower_bound(named->second, m_places[place].end);
            if (first != last)
                return m_places[*first].node;
        }
        return m_places[named->second.front()].node;
    }

private:
    const PlaceTable& m_places;
    std::map<std::string_view, std::vector<Place>> m_named; ///< places ascend
};

class Tokenizer {
public:
    Tokenizer(const OpenedProgram& program, const PlaceTable& places)
        : m_text(program.source.text()),
          m_module(program.module()),
          m_innermost(program.parsed->spans),
          m_entities(places)
    {}

    std::vector<TokenRange> run()
    {
        Arena arena;
        Diagnostics ignored; // the text was read before
        m_lexed = script::lex(m_text, arena, ignored);
        std::vector<Token> input;
        std::ranges::copy_if(m_lexed, std::back_inserter(input),
                             [](const Token& token) { return !token.span.isEmpty() && !isLayout(token); });
        uint32_t end = 0;
        for (size_t at = 0; at < input.size(); ++at) {
            addComments({end, input[at].span.begin});
            if (input[at].is("@"))
                at = addDecorator(input, at);
            else
                addToken(input, at);
            end = input[at].span.end;
        }
        addComments({end, uint32_t(m_text.size())});
        return std::move(m_tokens);
    }

private:
    static bool isLayout(const Token& token)
    {
        return token.kind == Token::Kind::Newline || token.kind == Token::Kind::Indent ||
               token.kind == Token::Kind::Dedent || token.kind == Token::Kind::End;
    }

    void add(Span span, TokenKind kind, Place place = NoPlace, const Node* entity = nullptr)
    {
        // A token is in one line.
        for (uint32_t begin = span.begin; begin < span.end;) {
            const auto end = uint32_t(std::min<size_t>(m_text.find('\n', begin), span.end));
            if (end > begin)
                m_tokens.push_back({begin, end, kind, place, entity});
            begin = end + 1;
        }
    }

    /// There is only whitespace and comments between tokens.
    void addComments(Span gap)
    {
        const std::string_view text =
            m_text.substr(0, gap.end); // not to look through all that follows, for every gap
        for (size_t begin = text.find('#', gap.begin); begin < gap.end; begin = text.find('#', begin)) {
            const size_t end = std::min<size_t>(text.find('\n', begin), gap.end);
            add({uint32_t(begin), uint32_t(end)}, TokenKind::Comment);
            begin = end;
        }
    }

    /// `@I.ir_module`, `@T.prim_func`: up to the arguments. Returns the last token.
    size_t addDecorator(const std::vector<Token>& input, size_t at)
    {
        const uint32_t begin = input[at].span.begin;
        while (at + 1 < input.size() && input[at + 1].span.begin == input[at].span.end &&
               (input[at + 1].kind == Token::Kind::Name || input[at + 1].is(".")))
            ++at;
        add({begin, input[at].span.end}, TokenKind::Decorator);
        return at;
    }

    void addToken(const std::vector<Token>& input, size_t at)
    {
        const Token& token = input[at];
        const Place place = m_innermost.at(token.span);
        switch (token.kind) {
        case Token::Kind::Integer:
        case Token::Kind::Float:
            return add(token.span, TokenKind::Number, place);
        case Token::Kind::String:
        case Token::Kind::Foreign:
            return add(token.span, TokenKind::String, place);
        case Token::Kind::Name:
            return addName(input, at, place);
        case Token::Kind::Symbol:
        case Token::Kind::Newline:
        case Token::Kind::Indent:
        case Token::Kind::Dedent:
        case Token::Kind::End:
            return;
        }
    }

    void addName(const std::vector<Token>& input, size_t at, Place place)
    {
        const Token& token = input[at];
        const std::string_view name = m_lexed.textOf(token);
        const auto isBefore = [&](script::TokenId word) { return at > 0 && input[at - 1].is(word); };
        const bool isMember = isBefore(".");
        const bool isDotted = at + 1 < input.size() && input[at + 1].is(".");
        if (token.id)
            return add(token.span, TokenKind::Keyword, place);
        if (isBefore("def") || isBefore("class")) {
            const ModuleEntry* entry = m_module.find(name);
            return add(token.span, TokenKind::Function, place, entry ? entry->var : nullptr);
        }
        if (!isMember && isDotted && std::ranges::count(Dialects, name) > 0)
            return add(token.span, TokenKind::Namespace, place);
        if (isMember) {
            const std::string_view owner = at > 1 ? m_lexed.textOf(input[at - 2]) : std::string_view();
            if (std::ranges::count(Dialects, owner) > 0)
                return add(token.span, TokenKind::Builtin, place);
            if (const ModuleEntry* entry = m_module.find(name);
                entry && (owner == "cls" || owner == m_module.name))
                return add(token.span, TokenKind::Function, place, entry->var);
            return;
        }
        if (const Node* entity = m_entities.find(name, place))
            add(token.span, as<Buffer>(entity) ? TokenKind::Buffer : TokenKind::Variable, place, entity);
    }

    static constexpr std::array<std::string_view, 5> Dialects = {"I", "R", "T", "Tx", "tir"};

    std::string_view m_text;
    const Module& m_module;
    InnermostPlaces m_innermost;
    Entities m_entities;
    script::Tokens m_lexed;
    std::vector<TokenRange> m_tokens;
};

} // namespace

PrintedText importedText(const OpenedProgram& program, const PlaceTable& places)
{
    const std::string_view text = program.source.text();
    PrintedText printed =
        printWithPlaces(program.module(), places, {.asBareFunction = program.parsed->isBareFunction});
    const bool isPrinted = text.starts_with(printed.text) &&
                           text.find_first_not_of('\n', printed.text.size()) == std::string_view::npos;
    if (!isPrinted) {
        printed.tokens = Tokenizer(program, places).run();
        printed.placeSpans = program.parsed->spans.list();
    }
    printed.text = text;
    return printed;
}

} // namespace tir
