#include "core/script/syntax/dialect.h"

#include "core/script/syntax/dialect_names.h"
#include "core/script/syntax/lexer.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tir {
namespace script {
namespace {

/// The meaning of a name after the prefix.
enum class Mark : uint8_t { Today, Before, Blocks, Tiles };

struct Spelling {
    std::string_view name;
    Mark mark;
};

constexpr std::array Spellings{
    Spelling{"allocate", Mark::Before},
    Spelling{"allocate_const", Mark::Before},
    Spelling{"block", Mark::Before},
    Spelling{"block_attr", Mark::Before},
    Spelling{"LetStmt", Mark::Before},
    Spelling{"preflattened_buffer", Mark::Before},
    Spelling{"realize", Mark::Before},
    Spelling{"alloc_local", Mark::Today},
    Spelling{"alloc_shared", Mark::Today},
    Spelling{"sblock", Mark::Blocks},
    Spelling{"sblock_alloc_buffer", Mark::Blocks},
    Spelling{"sblock_attr", Mark::Blocks},
    Spelling{"cluster", Mark::Tiles},
    Spelling{"ComposeLayout", Mark::Tiles},
    Spelling{"cta", Mark::Tiles},
    Spelling{"cta_id", Mark::Tiles},
    Spelling{"kernel", Mark::Tiles},
    Spelling{"lane_id", Mark::Tiles},
    Spelling{"SwizzleLayout", Mark::Tiles},
    Spelling{"thread", Mark::Tiles},
    Spelling{"thread_id", Mark::Tiles},
    Spelling{"TileLayout", Mark::Tiles},
    Spelling{"warp", Mark::Tiles},
    Spelling{"warp_id", Mark::Tiles},
    Spelling{"warpgroup", Mark::Tiles},
    Spelling{"warpgroup_id", Mark::Tiles},
};

constexpr size_t MaxSigns = 8;

class DialectReader {
public:
    DialectReader(std::string_view text, const Tokens& tokens) : m_tokens(tokens), m_names(dialectNames(text))
    {}

    Dialect run()
    {
        for (const DialectName& name : m_names)
            if (name.kind == DialectKind::Tir && !name.module.empty())
                named(name.module, name.span);
        for (size_t i = 0; i < m_tokens.size(); ++i)
            token(i);
        m_dialect.age = m_hasToday && m_hasBefore ? DialectVersion::Mixed
                        : m_hasToday              ? DialectVersion::Today
                        : m_hasBefore             ? DialectVersion::BeforeRename
                                                  : DialectVersion::Unknown;
        return std::move(m_dialect);
    }

private:
    void sign(bool& which, std::string message, Span span)
    {
        const bool isNew = !std::exchange(which, true);
        const bool isKnown = std::ranges::any_of(
            m_dialect.signs, [&](const Dialect::Sign& known) { return known.message == message; });
        if (isNew || (!isKnown && m_dialect.signs.size() < MaxSigns))
            m_dialect.signs.push_back({std::move(message), span});
    }

    /// The header or an import names the module.
    void named(std::string_view module, Span span)
    {
        m_dialect.module = module;
        if (module == "tir")
            sign(m_hasBefore, "the module is named 'tir'; today's is 'tirx'", span);
        else
            sign(m_hasToday, "the module is named " + quoted(module), span);
    }

    const Token& at(size_t index) const { return m_tokens[std::min(index, m_tokens.size() - 1)]; }

    void token(size_t i)
    {
        const Token& first = m_tokens[i];
        if (first.kind == Token::Kind::String) {
            attributeKey(first);
            return;
        }
        if (first.kind != Token::Kind::Name)
            return;
        if (first.is("from") || first.is("import"))
            return import(i);
        if (!at(i + 1).is(".") && !at(i + 1).is("="))
            return;
        if (m_tokens.isName(first, "s_tir") && at(i + 1).is("=")) {
            m_dialect.hasBlocks = true;
            sign(m_hasToday, "functions are marked 's_tir'", first.span);
            return;
        }
        if (!at(i + 1).is(".") || at(i + 2).kind != Token::Kind::Name || (i > 0 && at(i - 1).is(".")))
            return;
        const auto prefix = std::ranges::find_if(m_names, [&](const DialectName& name) {
            return name.alias.size() == first.span.end - first.span.begin &&
                   name.alias == m_tokens.textOf(first);
        });
        if (prefix == m_names.end())
            return;
        if (m_tokens.isName(first, "R") || m_tokens.isName(first, "relax")) {
            m_dialect.hasRelax = true;
            return;
        }
        if (prefix->kind == DialectKind::Tir)
            use(first, at(i + 2), i);
    }

    /// `T.name`
    void use(const Token& prefix, const Token& member, size_t i)
    {
        const std::string_view name = m_tokens.textOf(member);
        if (name == "prim_func" && m_dialect.prefix.empty())
            m_dialect.prefix = m_tokens.textOf(prefix);
        const Span span{prefix.span.begin, member.span.end};
        const auto found = std::ranges::find(Spellings, name, &Spelling::name);
        if (found == Spellings.end() && name != "let")
            return;
        const std::string spelled = quoted(std::string(m_tokens.textOf(prefix)) + "." + std::string(name));
        if (name == "let") { // `x: T.let = e` today, `with T.let(x, e):` before
            const bool isCall = at(i + 3).is("(");
            sign(isCall ? m_hasBefore : m_hasToday,
                 isCall ? spelled + " opens a scope" : spelled + " is an annotation", span);
            return;
        }
        switch (found->mark) {
        case Mark::Before:
            sign(m_hasBefore, spelled + " is a spelling from before the rename", span);
            break;
        case Mark::Blocks:
            m_dialect.hasBlocks = true;
            sign(m_hasToday, spelled + " is a spelling of today", span);
            break;
        case Mark::Tiles:
            m_dialect.hasTilePrograms = true;
            sign(m_hasToday, spelled + " belongs to TIRx", span);
            break;
        case Mark::Today:
            sign(m_hasToday, spelled + " is a spelling of today", span);
            break;
        }
    }

    /// `"tirx.noalias"`
    void attributeKey(const Token& string)
    {
        const std::string_view key = m_tokens.textOf(string);
        if (!key.starts_with("tir") || key.find_first_of(" \n(") != std::string_view::npos)
            return;
        if (key.starts_with("tirx."))
            sign(m_hasToday, "keys start with 'tirx.'", string.span);
        else if (key.starts_with("tir."))
            sign(m_hasBefore, "keys start with 'tir.'", string.span);
    }

    /// `from tvm.script import tirx as T`
    void import(size_t i)
    {
        std::string_view module;
        bool isTvm = false;
        const size_t begin = i;
        for (; i < m_tokens.size() && m_tokens[i].kind != Token::Kind::Newline; ++i) {
            isTvm |= m_tokens.isName(m_tokens[i], "tvm");
            for (const std::string_view known : {"tir", "tirx", "s_tir"})
                if (m_tokens.isName(m_tokens[i], known) && !at(i - 1).is("as")) {
                    module = known;
                    const bool hasAlias = at(i + 1).is("as");
                    m_names.push_back(
                        {hasAlias ? m_tokens.textOf(at(i + 2)) : known, known, DialectKind::Tir, {}});
                }
        }
        if (isTvm && !module.empty())
            named(module, {m_tokens[begin].span.begin, at(i).span.begin});
    }

    const Tokens& m_tokens;
    std::vector<DialectName> m_names;
    Dialect m_dialect;
    bool m_hasToday = false;
    bool m_hasBefore = false;
};

} // namespace

Dialect dialectOf(std::string_view text, const Tokens& tokens)
{
    return DialectReader(text, tokens).run();
}

} // namespace script

std::string_view toString(DialectVersion age)
{
    switch (age) {
    case DialectVersion::Today:
        return "today";
    case DialectVersion::BeforeRename:
        return "before-rename";
    case DialectVersion::Mixed:
        return "mixed";
    case DialectVersion::Unknown:
        return "unknown";
    }
    return {};
}

std::string Dialect::label() const
{
    std::string label = age == DialectVersion::BeforeRename ? "tir" : hasBlocks ? "s_tir" : "tirx";
    if (hasBlocks && hasTilePrograms)
        label += " and tirx";
    switch (age) {
    case DialectVersion::Today:
        label += ", current syntax";
        break;
    case DialectVersion::BeforeRename:
        label += ", before the rename";
        break;
    case DialectVersion::Mixed:
        label += ", mixed versions";
        break;
    case DialectVersion::Unknown:
        break;
    }
    return hasRelax ? label + ", with Relax" : label;
}

Dialect detectDialect(const SourceText& source)
{
    Arena arena;
    Diagnostics ignored;
    return script::dialectOf(source.text(), script::lex(source.text(), arena, ignored));
}

} // namespace tir
