#include "core/arith/rewrite/rule.h"

#include <algorithm>
#include <map>

namespace tir::arith {
namespace {

/// Kinds of operands that rules distinguish.
constexpr size_t BinaryKinds = size_t(BinaryOp::Or) + 1;
enum Category : size_t {
    Constants = BinaryKinds,
    Negations,
    Selects,
    Ramps,
    Broadcasts,
    Others,
    CategoryCount,
    Everything,
};

size_t categoryOf(const Expr& expr)
{
    switch (expr.kind) {
    case NodeKind::Binary:
        return size_t(to<Binary>(expr).op);
    case NodeKind::IntImm:
        return Constants;
    case NodeKind::Not:
        return Negations;
    case NodeKind::Select:
        return Selects;
    case NodeKind::Ramp:
        return Ramps;
    case NodeKind::Broadcast:
        return Broadcasts;
    default:
        return Others;
    }
}

size_t categoryOf(const Pattern::Node& node)
{
    switch (node.kind) {
    case Pattern::Kind::Letter:
        return Everything;
    case Pattern::Kind::Constant:
    case Pattern::Kind::Number:
    case Pattern::Kind::Boolean:
        return Constants;
    case Pattern::Kind::Real:
        return Others;
    case Pattern::Kind::Binary:
        return size_t(node.op);
    case Pattern::Kind::Not:
        return Negations;
    case Pattern::Kind::Select:
        return Selects;
    case Pattern::Kind::Ramp:
        return Ramps;
    case Pattern::Kind::Broadcast:
        return Broadcasts;
    }
    return Everything;
}

CompiledRule compile(const Rule& rule, std::string_view from, bool isMirrored)
{
    CompiledRule compiled{.rule = &rule, .letters = {}, .from = {}, .to = {}, .when = {}, .sound = {}};
    compiled.from = Pattern::parse(from, compiled.letters, isMirrored);
    const size_t count = compiled.letters.count();
    if (!rule.action)
        compiled.to = Pattern::parse(rule.to, compiled.letters, isMirrored);
    compiled.when = Condition::parseAll(rule.when, compiled.letters);
    compiled.sound = Condition::parseAll(rule.sound, compiled.letters);
    TIR_CHECK(compiled.letters.count() == count) << "a letter of a rule is not in its pattern: " << from;
    return compiled;
}

const RuleTable* tableFor(const Expr& node)
{
    if (const auto* binary = as<Binary>(&node))
        return rulesFor(binary->op);
    if (node.kind == NodeKind::Not)
        return &rulesForNot();
    return node.kind == NodeKind::Select ? &rulesForSelect() : nullptr;
}

} // namespace

const Expr* Match::operator[](std::string_view letter) const
{
    for (size_t i = 0; i < letters.count(); ++i)
        if (letters.name(i) == letter)
            return bindings[i];
    return nullptr;
}

CompiledTable::CompiledTable(const RuleTable& table) : m_byKinds(CategoryCount * CategoryCount)
{
    for (const Rule& rule : table.rules)
        for (std::string_view rest = rule.from; !rest.empty();) {
            constexpr std::string_view Separator = " | ";
            const size_t end = rest.find(Separator);
            const std::string_view from = rest.substr(0, end);
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + Separator.size());
            m_rules.push_back(compile(rule, from, false));
            if (rule.flags & Mirrored)
                m_rules.push_back(compile(rule, from, true));
        }
    const auto accepts = [](size_t wanted, size_t kind) { return wanted == Everything || wanted == kind; };
    for (size_t number = 0; number < m_rules.size(); ++number) {
        const Pattern& from = m_rules[number].from;
        const Pattern::Node& root = from.root();
        const bool isBinary = root.kind == Pattern::Kind::Binary;
        const size_t first =
            root.kind == Pattern::Kind::Select ? size_t(Everything) : categoryOf(from.node(root.children[0]));
        const size_t second = isBinary ? categoryOf(from.node(root.children[1])) : size_t(Everything);
        for (size_t a = 0; a < CategoryCount; ++a)
            for (size_t b = 0; b < CategoryCount; ++b)
                if (accepts(first, a) && accepts(second, b))
                    m_byKinds[a * CategoryCount + b].push_back(uint16_t(number));
    }
}

std::span<const uint16_t> CompiledTable::candidates(const Expr& node) const
{
    if (const auto* binary = as<Binary>(&node))
        return m_byKinds[categoryOf(*binary->a) * CategoryCount + categoryOf(*binary->b)];
    if (const auto* negation = as<Not>(&node))
        return m_byKinds[categoryOf(*negation->value) * CategoryCount];
    return m_byKinds[0];
}

const CompiledTable& compiled(const RuleTable& table)
{
    static const std::map<const RuleTable*, CompiledTable> tables = [] {
        std::map<const RuleTable*, CompiledTable> all;
        for (const RuleTable* each : allRuleTables())
            all.emplace(each, CompiledTable(*each));
        return all;
    }();
    return tables.at(&table);
}

const CompiledTable* compiledRulesFor(const Expr& node)
{
    const RuleTable* table = tableFor(node);
    return table ? &compiled(*table) : nullptr;
}

} // namespace tir::arith
