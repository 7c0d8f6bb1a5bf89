#include "core/script/reading/block_reader.h"

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/script/common/unknown_arguments.h"
#include "core/script/reading/block_regions.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/operators.h"
#include "core/script/reading/statement_reader.h"
#include "core/script/reading/statement_sink.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace tir::script {
namespace {

/// Definitions in the statements of a body that are visible to later ones.
std::unordered_set<const Node*> definedBy(const Stmt& body)
{
    std::unordered_set<const Node*> defined;
    const auto add = [&](const Stmt* statement) {
        if (const auto* bind = as<Bind>(statement))
            defined.insert(bind->var);
        if (const auto* alloc = as<AllocBuffer>(statement))
            defined.insert({alloc->buffer, alloc->buffer->data});
    };
    if (const auto* sequence = as<SeqStmt>(&body))
        std::ranges::for_each(sequence->seq, add);
    else
        add(&body);
    return defined;
}

/// A block evaluates its axes, regions and condition before its body, in whatever order the text has them. Returns the
/// variable or buffer of the body that one of them uses; null if there is none.
const Node* usedByHeader(const BlockContext& block, const Stmt& body)
{
    const std::unordered_set<const Node*> defined = definedBy(body);
    const Node* used = nullptr;
    const auto isUse = [&](const Node& node) {
        if (defined.contains(&node))
            used = &node;
        return used != nullptr;
    };
    const auto usesBody = [&](const Node* node) { return node && contains(*node, isUse); };
    if (!defined.empty() && !std::ranges::any_of(block.iterVars, usesBody) &&
        !std::ranges::any_of(block.iterValues, usesBody) && !std::ranges::any_of(block.reads, usesBody) &&
        !std::ranges::any_of(block.writes, usesBody))
        usesBody(block.predicate);
    return used;
}

} // namespace

bool BlockReader::needsBlock(const CallSite& site)
{
    if (!m_scopes.block)
        fail(site.syntax->span, "outside-block", quoted(site.path) + " is outside of a block");
    return m_scopes.block != nullptr;
}

void BlockReader::block(const Statement& statement, const Syntax& call, std::vector<const Stmt*>& into)
{
    CallSite site(m_values, call, "sblock");
    BlockContext context;
    context.span = statement.span;
    if (m_calls.arguments(call, site)) {
        int64_t flag = 0;
        const Value* name = site.argument("name", 0);
        if (name)
            m_values.toText(*name, site.spanOf(name), "the name of a block", context.name);
        if (const Value* noRealize = site.argument("no_realize", 1))
            m_values.toInt(*noRealize, call.span, "no_realize", flag);
        context.noRealize = flag != 0;
        site.keepUnknown(context.annotations);
    }
    BlockContext* const outer = std::exchange(m_scopes.block, &context);
    const Stmt* inner = m_statements.body(statement);
    m_scopes.block = outer;
    if (const Node* used = usedByHeader(context, *inner)) {
        const auto* buffer = as<Buffer>(used);
        fail(statement.head, "used-before-definition",
             "the header of the block uses " + quoted(buffer ? buffer->name : to<Var>(*used).name) +
                 ", which its body defines");
        return;
    }
    if (m_scopes.function && m_scopes.function->isSTir && !(context.hasReads && context.hasWrites))
        detectRegions(m_arena, context, inner);

    auto* result = m_arena.make<SBlock>(context.name, inner);
    result->iterVars = m_arena.copy(context.iterVars);
    result->reads = m_arena.copy(context.reads);
    result->writes = m_arena.copy(context.writes);
    result->allocBuffers = m_arena.copy(context.allocBuffers);
    result->matchBuffers = m_arena.copy(context.matchBuffers);
    result->annotations = m_arena.copy(context.annotations);
    result->init = context.init;
    made(result, statement.span);
    if (context.noRealize) {
        into.push_back(result);
        return;
    }
    const Expr* predicate = context.predicate ? context.predicate : boolImm(m_arena, true);
    into.push_back(made(m_arena.make<SBlockRealize>(m_arena.copy(context.iterValues), predicate, result),
                        statement.span));
}

void BlockReader::initBlock(const Statement& statement)
{
    if (!m_scopes.block || m_scopes.block->init) {
        fail(statement.head, "misplaced-init",
             m_scopes.block ? "a block has one 'T.init()' at most" : "'T.init()' is outside of a block");
        m_statements.body(statement);
        return;
    }
    const Syntax& call = *statement.items[0].value;
    CallSite site(m_values, call, "init");
    if (m_calls.arguments(call, site))
        site.keepUnknown(m_scopes.block->annotations, "init");
    m_scopes.block->init = m_statements.body(statement);
}

Value BlockReader::addAxis(IterType type, const Range* domain, const Expr* value, std::string_view name)
{
    const Var* var = m_arena.make<Var>(m_arena.intern(name), primType(m_arena, domain->extent->dtype));
    m_scopes.block->iterVars.push_back(made(m_arena.make<IterVar>(domain, var, type, ""), m_sink.span));
    if (value)
        m_scopes.block->iterValues.push_back(value);
    return Value::ofExpr(var);
}

void BlockReader::keepForAxes(CallSite& site, size_t first)
{
    std::vector<DictEntry> kept;
    site.keepUnknown(kept);
    for (size_t i = first; i < m_scopes.block->iterVars.size(); ++i)
        for (const DictEntry& entry : kept) {
            const std::string key = std::string(UnknownPrefix) + "axis" + std::to_string(i) + ":" +
                                    std::string(unknownName(entry, {}));
            m_scopes.block->annotations.push_back({AttrValue::ofString(m_arena.intern(key)), entry.value});
        }
}

Value BlockReader::axis(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    const std::string_view kind = site.path.substr(5);
    const IterType type = kind == "spatial" || kind == "S"  ? IterType::DataPar
                          : kind == "reduce" || kind == "R" ? IterType::CommReduce
                          : kind == "scan"                  ? IterType::Ordered
                                                            : IterType::Opaque;
    const Value* domainValue = site.argument("dom", 0);
    const Value* binding = site.argument("binding", 1);
    const Value* wanted = site.argument("dtype", 2);
    if (!domainValue)
        return fail(site.syntax->span, "missing-argument", quoted(site.path) + " needs a domain");
    const Range* domain = m_operators.rangeFrom(*domainValue, site.spanOf(domainValue));
    DType dtype = Int32;
    if (!domain || (wanted && !m_values.toDType(*wanted, site.spanOf(wanted), dtype)))
        return {};
    if (dtype.isInt() && dtype.bits > domain->extent->dtype.bits)
        domain = m_arena.make<Range>(cast(m_arena, dtype, domain->min), cast(m_arena, dtype, domain->extent));
    const Expr* value = nullptr;
    if (binding && !binding->is(Value::Kind::None)) {
        value = m_values.toExprOf(*binding, domain->extent->dtype, site.spanOf(binding));
        if (!value)
            return {};
    } else if (!m_scopes.block->noRealize) {
        return fail(site.syntax->span, "missing-argument", quoted(site.path) + " needs the value to bind");
    }
    const Value result = addAxis(type, domain, value, site.target.empty() ? "v" : site.target);
    keepForAxes(site, m_scopes.block->iterVars.size() - 1);
    return result;
}

Value BlockReader::axisRemap(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    const Span span = site.syntax->span;
    const Value* kinds = site.argument("kinds", 0);
    const Value* bindings = site.argument("bindings", 1);
    std::string_view letters;
    if (!kinds || !bindings)
        return fail(span, "missing-argument", "'axis.remap' takes kinds and loop variables");
    if (!m_values.toText(*kinds, site.spanOf(kinds), "the kinds", letters))
        return {};
    const std::span<const Value> values = m_values.toSequence(*bindings);
    if (values.size() != letters.size())
        return fail(span, "wrong-count",
                    std::to_string(letters.size()) + " kinds for " + std::to_string(values.size()) +
                        " loop variables");
    const size_t first = m_scopes.block->iterVars.size();
    std::vector<Value> axes;
    for (size_t i = 0; i < values.size(); ++i) {
        const auto* var = as<Var>(values[i].expr());
        const auto loop = var ? m_loops.find(var) : m_loops.end();
        if (loop == m_loops.end())
            return fail(site.spanOf(bindings), "not-a-loop",
                        "'axis.remap' binds variables of the loops around the block");
        if (letters[i] != 'S' && letters[i] != 'R')
            return fail(site.spanOf(kinds), "unknown-kind",
                        quoted({&letters[i], 1}) + " is not a kind of axis; S and R are");
        const bool hasName = i < site.targets.size() && site.targets[i]->kind == SyntaxKind::Name;
        axes.push_back(addAxis(letters[i] == 'S' ? IterType::DataPar : IterType::CommReduce, loop->second,
                               var, hasName ? site.targets[i]->text : "v"));
    }
    keepForAxes(site, first);
    return axes.size() == 1 ? axes[0] : Value::ofSequence(m_arena.copy(axes));
}

void BlockReader::regions(CallSite& site, std::vector<const BufferRegion*>& into)
{
    for (size_t i = 0; i < site.args.size(); ++i)
        for (const Value& item : m_values.toSequence(site.args[i]))
            if (const BufferRegion* region = m_values.regionFrom(item, site.argSyntax[i]->span))
                into.push_back(region);
}

Value BlockReader::reads(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    m_scopes.block->hasReads = true;
    regions(site, m_scopes.block->reads);
    site.keepUnknown(m_scopes.block->annotations, "reads");
    return Value::ofNone();
}

Value BlockReader::writes(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    m_scopes.block->hasWrites = true;
    regions(site, m_scopes.block->writes);
    site.keepUnknown(m_scopes.block->annotations, "writes");
    return Value::ofNone();
}

Value BlockReader::where(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    const Value* predicate = site.argument("predicate", 0);
    if (!predicate)
        return fail(site.syntax->span, "missing-argument", "'where' needs a condition");
    const Expr* condition = m_values.toExprOf(*predicate, Bool, site.spanOf(predicate));
    if (!condition)
        return {};
    if (!condition->dtype.isBool())
        return fail(site.spanOf(predicate), "type-mismatch",
                    "the condition has type " + toString(condition->dtype) + ", expected bool");
    m_scopes.block->predicate = condition;
    site.keepUnknown(m_scopes.block->annotations, "where");
    return Value::ofNone();
}

Value BlockReader::blockAttr(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    const Value* dict = site.argument("attrs", 0);
    std::vector<DictEntry> entries;
    if (!dict)
        return fail(site.syntax->span, "missing-argument", "'sblock_attr' takes a dictionary");
    if (!m_values.attrDict(*dict, site.spanOf(dict), entries))
        return {};
    m_scopes.block->annotations.insert(m_scopes.block->annotations.end(), entries.begin(), entries.end());
    site.keepUnknown(m_scopes.block->annotations, "sblock_attr");
    return Value::ofNone();
}

} // namespace tir::script
