/// A walk over the syntax tree: first the names that a function binds, then every name it loads, with the kind of value
/// that the context implies.

#include "core/script/reading/free_names.h"

#include "core/script/reading/name_uses.h"
#include "core/script/reading/program_text.h"
#include "core/script/syntax/dialect_names.h"
#include "core/script/syntax/lexer.h"
#include "core/script/syntax/python_names.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace tir {
namespace script {
namespace {

class NameWalk {
public:
    explicit NameWalk(std::string_view text) : m_text(text)
    {
        for (const DialectName& name : dialectNames(text))
            m_prefixes.emplace(name.alias, name.kind);
    }

    std::vector<FreeName> run(Suite file)
    {
        m_isBare = std::ranges::none_of(
            file, [](const Statement* statement) { return statement->kind == StatementKind::Class; });
        bind(file);
        const bool hasDefinition =
            std::ranges::any_of(file, [this](const Statement* each) { return isDefinition(*each); });
        if (!hasDefinition &&
            std::ranges::none_of(file, [this](const Statement* each) { return isOfFragment(*each); }))
            return {}; // not a program
        for (const Statement* statement : file)
            if (!hasDefinition || isDefinition(*statement) || statement->kind == StatementKind::Assign)
                walk(*statement); // only Python runs the others
        return std::move(m_order);
    }

private:
    // ---- the program in the text

    bool isDefinition(const Statement& statement) const
    {
        return statement.kind == StatementKind::Function ? isPrimFunc(statement)
                                                         : isMeantAsDefinition(statement, m_text);
    }

    /// As ModuleReader::isFragment.
    bool isOfFragment(const Statement& statement) const
    {
        const auto isDialectCall = [this](const Syntax* value) {
            return value && value->kind == SyntaxKind::Call && !path(value->base).empty();
        };
        switch (statement.kind) {
        case StatementKind::For:
        case StatementKind::While:
            return true;
        case StatementKind::Annotated:
            return isDialectType(statement.annotation);
        case StatementKind::With:
            return isDialectCall(statement.items[0].value);
        case StatementKind::Expression:
        case StatementKind::Assign:
            return isDialectCall(statement.value);
        default:
            return false;
        }
    }

    /// `T.int32`, `T.let`, `T.let[T.int32]`
    bool isDialectType(const Syntax* annotation) const
    {
        while (annotation->kind == SyntaxKind::Subscript || annotation->kind == SyntaxKind::Call)
            annotation = annotation->base;
        return !path(annotation).empty();
    }

    // ---- bound names

    void bindTarget(const Syntax* target)
    {
        if (!target)
            return;
        if (target->kind == SyntaxKind::Name)
            m_bound.insert(target->text);
        else if (target->kind == SyntaxKind::Starred)
            bindTarget(target->base);
        else if (target->kind == SyntaxKind::Tuple || target->kind == SyntaxKind::List)
            for (const Syntax* item : target->items)
                bindTarget(item);
    }

    /// Everything that the statements bind, at any depth: a name is local to its whole function.
    void bind(Suite statements)
    {
        for (const Statement* statement : statements) {
            for (const Syntax* target : statement->targets)
                bindTarget(target);
            for (const WithItem& item : statement->items)
                bindTarget(item.target);
            for (const SyntaxParameter& parameter : statement->parameters)
                m_bound.insert(parameter.name.text);
            for (const SyntaxImport& import : statement->imports)
                if (const auto kind = dialectKind(import))
                    m_prefixes.emplace(import.alias.text, *kind);
            if (!statement->name.text.empty())
                m_bound.insert(statement->name.text);
            if (statement->kind != StatementKind::Function && statement->kind != StatementKind::Class) {
                bind(statement->body);
                bind(statement->otherwise);
            }
        }
    }

    bool isKnown(std::string_view name) const
    {
        return m_bound.contains(name) || m_prefixes.contains(name) || name == "metadata" || name == "cls" ||
               name == "Axis" || isPythonName(name);
    }

    // ---- used names

    void walk(Suite statements)
    {
        for (const Statement* statement : statements)
            walk(*statement);
    }

    void walk(const Statement& statement)
    {
        switch (statement.kind) {
        case StatementKind::Function: {
            if (m_depth == 0 && !isPrimFunc(statement))
                return; // another dialect: kept as its text
            const std::unordered_set<std::string_view> outer = m_bound;
            for (const Syntax* decorator : statement.decorators)
                use(decorator, Use::Any);
            for (const SyntaxParameter& parameter : statement.parameters)
                use(parameter.annotation, Use::DType);
            use(statement.annotation, Use::DType);
            for (const SyntaxParameter& parameter : statement.parameters)
                m_bound.insert(parameter.name.text);
            bind(statement.body);
            ++m_depth;
            walk(statement.body);
            --m_depth;
            m_bound = outer;
            return;
        }
        case StatementKind::Class:
            walk(statement.body);
            return;
        case StatementKind::For:
            use(statement.value, Use::Sequence);
            break;
        case StatementKind::If:
        case StatementKind::While:
        case StatementKind::Assert:
            use(statement.value, Use::Condition);
            use(statement.message, Use::Text);
            break;
        case StatementKind::With:
            for (const WithItem& item : statement.items)
                use(item.value, Use::Any);
            break;
        default:
            use(statement.value, Use::Any);
            break;
        }
        for (const Syntax* target : statement.targets)
            useTarget(target);
        use(statement.annotation, Use::DType);
        walk(statement.body);
        walk(statement.otherwise);
    }

    bool isPrimFunc(const Statement& function) const
    {
        if (function.decorators.empty())
            return false;
        const Syntax* decorator = function.decorators.back();
        if (decorator->kind == SyntaxKind::Call)
            decorator = decorator->base;
        return path(decorator) == "prim_func";
    }

    void useTarget(const Syntax* target)
    {
        if (target->kind == SyntaxKind::Subscript) {
            use(target->base, Use::Target);
            for (const Syntax* item : target->items)
                use(item, Use::Integer);
        } else if (target->kind == SyntaxKind::Tuple || target->kind == SyntaxKind::List) {
            for (const Syntax* item : target->items)
                useTarget(item);
        }
    }

    void use(const Syntax* syntax, Use wanted)
    {
        if (!syntax)
            return;
        const bool isNumeric = wanted == Use::Integer || wanted == Use::Shape;
        switch (syntax->kind) {
        case SyntaxKind::Name:
            return found(*syntax, wanted);
        case SyntaxKind::Attribute:
            return use(syntax->base, Use::Object);
        case SyntaxKind::Call:
            return useCall(*syntax);
        case SyntaxKind::Subscript:
            use(syntax->base, wanted == Use::DType ? Use::DType : Use::Sequence);
            for (const Syntax* item : syntax->items)
                use(item, wanted == Use::DType ? Use::DType : Use::Integer);
            return;
        case SyntaxKind::Tuple:
        case SyntaxKind::List:
            for (const Syntax* item : syntax->items)
                use(item, isNumeric ? Use::Integer : Use::Any);
            return;
        case SyntaxKind::Starred:
            return use(syntax->base, Use::Sequence);
        case SyntaxKind::Slice:
            for (const Syntax* item : syntax->items)
                use(item, Use::Integer);
            return;
        case SyntaxKind::Binary:
        case SyntaxKind::Unary:
            use(syntax->base, syntax->op == Operator::Not ? Use::Condition
                              : isNumeric                 ? Use::Integer
                                                          : Use::Number);
            for (const Syntax* item : syntax->items)
                use(item, isNumeric ? Use::Integer : Use::Number);
            return;
        case SyntaxKind::Comparison: {
            const bool isText = std::ranges::any_of(
                syntax->items, [](const Syntax* item) { return item->kind == SyntaxKind::String; });
            for (const Syntax* item : syntax->items)
                use(item, isText ? Use::Text : Use::Number);
            return;
        }
        case SyntaxKind::And:
        case SyntaxKind::Or:
            for (const Syntax* item : syntax->items)
                use(item, Use::Condition);
            return;
        case SyntaxKind::Conditional:
            use(syntax->items[0], wanted);
            use(syntax->items[1], Use::Condition);
            use(syntax->items[2], wanted);
            return;
        case SyntaxKind::Lambda: {
            const std::unordered_set<std::string_view> outer = m_bound;
            for (const SyntaxName& name : syntax->names())
                m_bound.insert(name.text);
            use(syntax->base, Use::Any);
            m_bound = outer;
            return;
        }
        case SyntaxKind::Dict:
            for (const Syntax* item : syntax->items)
                use(item, Use::Any);
            return;
        case SyntaxKind::Integer:
        case SyntaxKind::Float:
        case SyntaxKind::String:
        case SyntaxKind::True:
        case SyntaxKind::False:
        case SyntaxKind::None:
        case SyntaxKind::Foreign:
            return;
        }
    }

    void useCall(const Syntax& call)
    {
        const std::string called = path(call.base);
        const bool isRange = call.base->kind == SyntaxKind::Name && call.base->text == "range";
        const bool isDirect = call.base->kind == SyntaxKind::Name;
        // A function that is printed by itself calls others by their bare names.
        if (!isDirect || !m_isBare || m_depth == 0)
            use(call.base, isDirect ? Use::Callee : Use::Any);
        for (size_t i = 0; i < call.items.size(); ++i)
            use(call.items[i], isRange ? Use::Integer : argumentUse(called, i, call.items.size()));
        for (const SyntaxKeyword& keyword : call.keywords())
            use(keyword.value, keywordUse(keyword.name.text));
    }

    /// "axis.remap" of `T.axis.remap`, "astype" of a method; empty for anything else.
    std::string path(const Syntax* callee) const
    {
        if (callee->kind != SyntaxKind::Attribute)
            return {};
        if (callee->base->kind == SyntaxKind::Name && m_prefixes.contains(callee->base->text))
            return std::string(callee->text);
        const std::string base = path(callee->base);
        return base.empty() ? std::string() : base + "." + std::string(callee->text);
    }

    void found(const Syntax& name, Use wanted)
    {
        if (isKnown(name.text))
            return;
        const auto [place, isNew] = m_found.emplace(name.text, m_order.size());
        if (isNew)
            m_order.push_back(
                {.name = std::string(name.text), .uses = {}, .kinds = kindsOf(wanted), .advice = {}});
        FreeName& entry = m_order[place->second];
        entry.uses.push_back(name.span);
        const Kinds kinds = kindsOf(wanted);
        if (kinds.empty()) {
            if (entry.advice.empty())
                entry.advice = adviceFor(wanted, entry.name);
            entry.kinds.clear();
            return;
        }
        if (!entry.advice.empty() || isNew)
            return;
        Kinds common;
        for (const DefineKind kind : entry.kinds)
            if (std::ranges::find(kinds, kind) != kinds.end())
                common.push_back(kind);
        if (!common.empty())
            entry.kinds = common;
    }

    std::string_view m_text;
    std::map<std::string_view, DialectKind, std::less<>> m_prefixes;
    std::unordered_set<std::string_view> m_bound;
    std::map<std::string_view, size_t> m_found;
    std::vector<FreeName> m_order;
    bool m_isBare = false;
    int m_depth = 0; ///< of functions
};

} // namespace
} // namespace script

std::vector<FreeName> freeNames(const SourceText& source)
{
    Arena arena;
    Diagnostics ignored;
    const script::Tokens tokens = script::lex(source.text(), arena, ignored);
    return script::NameWalk(source.text()).run(script::parseSyntax(tokens, arena, ignored));
}

} // namespace tir
