#include "passes/workbench/trace/imported_text.h"

#include "core/script/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace tir {
namespace {

using script::Lexeme;
using script::LexemeKind;

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
    explicit InnermostPlaces(const std::vector<Span>& spans) : m_spans(spans)
    {
        for (Place place = 0; place < spans.size(); ++place)
            if (!spans[place].isEmpty())
                m_order.push_back(place);
        // Of equal stretches the inner place, which comes later, is meant.
        std::ranges::sort(m_order, {}, [&](Place place) {
            return std::tuple(spans[place].begin, UINT32_MAX - spans[place].end, place);
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
    const std::vector<Span>& m_spans;
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
        std::vector<Lexeme> lexemes = script::lex(m_text, arena, ignored);
        std::erase_if(lexemes,
                      [](const Lexeme& lexeme) { return lexeme.span.isEmpty() || isLayout(lexeme); });
        uint32_t end = 0;
        for (size_t at = 0; at < lexemes.size(); ++at) {
            addComments({end, lexemes[at].span.begin});
            if (lexemes[at].is("@"))
                at = addDecorator(lexemes, at);
            else
                addLexeme(lexemes, at);
            end = lexemes[at].span.end;
        }
        addComments({end, uint32_t(m_text.size())});
        return std::move(m_tokens);
    }

private:
    static bool isLayout(const Lexeme& lexeme)
    {
        return lexeme.kind == LexemeKind::Newline || lexeme.kind == LexemeKind::Indent ||
               lexeme.kind == LexemeKind::Dedent || lexeme.kind == LexemeKind::End;
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

    /// There is only whitespace and comments between lexemes.
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

    /// `@I.ir_module`, `@T.prim_func`: up to the arguments. Returns the last lexeme.
    size_t addDecorator(const std::vector<Lexeme>& lexemes, size_t at)
    {
        const uint32_t begin = lexemes[at].span.begin;
        while (at + 1 < lexemes.size() && lexemes[at + 1].span.begin == lexemes[at].span.end &&
               (lexemes[at + 1].kind == LexemeKind::Name || lexemes[at + 1].is(".")))
            ++at;
        add({begin, lexemes[at].span.end}, TokenKind::Decorator);
        return at;
    }

    void addLexeme(const std::vector<Lexeme>& lexemes, size_t at)
    {
        const Lexeme& lexeme = lexemes[at];
        const Place place = m_innermost.at(lexeme.span);
        switch (lexeme.kind) {
        case LexemeKind::Integer:
        case LexemeKind::Float:
            return add(lexeme.span, TokenKind::Number, place);
        case LexemeKind::String:
        case LexemeKind::Foreign:
            return add(lexeme.span, TokenKind::String, place);
        case LexemeKind::Name:
            return addName(lexemes, at, place);
        case LexemeKind::Symbol:
        case LexemeKind::Newline:
        case LexemeKind::Indent:
        case LexemeKind::Dedent:
        case LexemeKind::End:
            return;
        }
    }

    void addName(const std::vector<Lexeme>& lexemes, size_t at, Place place)
    {
        const Lexeme& lexeme = lexemes[at];
        const std::string_view name = lexeme.text;
        const auto isBefore = [&](script::Word word) { return at > 0 && lexemes[at - 1].is(word); };
        const bool isMember = isBefore(".");
        const bool isDotted = at + 1 < lexemes.size() && lexemes[at + 1].is(".");
        if (lexeme.word)
            return add(lexeme.span, TokenKind::Keyword, place);
        if (isBefore("def") || isBefore("class")) {
            const ModuleEntry* entry = m_module.find(name);
            return add(lexeme.span, TokenKind::Function, place, entry ? entry->var : nullptr);
        }
        if (!isMember && isDotted && std::ranges::count(Dialects, name) > 0)
            return add(lexeme.span, TokenKind::Namespace, place);
        if (isMember) {
            const std::string_view owner = at > 1 ? lexemes[at - 2].text : std::string_view();
            if (std::ranges::count(Dialects, owner) > 0)
                return add(lexeme.span, TokenKind::Builtin, place);
            if (const ModuleEntry* entry = m_module.find(name);
                entry && (owner == "cls" || owner == m_module.name))
                return add(lexeme.span, TokenKind::Function, place, entry->var);
            return;
        }
        if (const Node* entity = m_entities.find(name, place))
            add(lexeme.span, as<Buffer>(entity) ? TokenKind::Buffer : TokenKind::Variable, place, entity);
    }

    static constexpr std::array<std::string_view, 5> Dialects = {"I", "R", "T", "Tx", "tir"};

    std::string_view m_text;
    const Module& m_module;
    InnermostPlaces m_innermost;
    Entities m_entities;
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
        printed.placeSpans = program.parsed->spans;
    }
    printed.text = text;
    return printed;
}

} // namespace tir
