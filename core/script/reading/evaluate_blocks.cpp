/// Blocks: `with T.sblock(…)` and what may be in it. (tvmscript.md 6, 12.2)

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/script/reading/evaluator.h"
#include "core/script/reading/unknown_arguments.h"

#include <algorithm>
#include <unordered_set>

namespace tir::script {

namespace {

/// What the statements of a body bind or allocate for those that follow.
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

/// A block evaluates its axes, regions and condition before its body, in whatever order the text has them.
/// The variable or buffer of the body that one of them uses; null when there is none.
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

bool Evaluator::needsBlock(const CallSite& site)
{
    if (!m_block)
        fail(site.syntax->span, "outside-block",
             "'" + std::string(site.path) + "' stands outside of a block");
    return m_block != nullptr;
}

void Evaluator::block(const Statement& statement, const Syntax& call, std::vector<const Stmt*>& into)
{
    CallSite site;
    site.syntax = &call;
    site.path = "sblock";
    BlockContext context;
    context.span = statement.span;
    if (arguments(call, site)) {
        int64_t flag = 0;
        const Value* name = argument(site, "name", 0);
        if (name)
            toText(*name, argumentSpan(site, name), "the name of a block", context.name);
        if (const Value* noRealize = argument(site, "no_realize", 1))
            toInt(*noRealize, call.span, "no_realize", flag);
        context.noRealize = flag != 0;
        keep(site, context.annotations);
    }
    BlockContext* const outer = std::exchange(m_block, &context);
    const Stmt* inner = body(statement.body);
    m_block = outer;
    if (const Node* used = usedByHeader(context, *inner)) {
        const auto* buffer = as<Buffer>(used);
        fail(statement.head, "used-before-definition",
             "the header of the block uses '" + std::string(buffer ? buffer->name : to<Var>(*used).name) +
                 "', which its body defines");
        return;
    }
    if (m_function && m_function->isSTir && !(context.hasReads && context.hasWrites))
        detectRegions(context, inner);

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

void Evaluator::initBlock(const Statement& statement)
{
    if (!m_block || m_block->init) {
        fail(statement.head, "misplaced-init",
             m_block ? "a block has one 'T.init()' at most" : "'T.init()' stands outside of a block");
        body(statement.body);
        return;
    }
    const Syntax& call = *statement.items[0].value;
    CallSite site;
    site.syntax = &call;
    site.path = "init";
    if (arguments(call, site))
        keep(site, m_block->annotations, "init");
    m_block->init = body(statement.body);
}

Value Evaluator::addAxis(IterType type, const Range* domain, const Expr* value, std::string_view name)
{
    const Var* var = m_arena.make<Var>(m_arena.intern(name), primType(m_arena, domain->extent->dtype));
    m_block->iterVars.push_back(made(m_arena.make<IterVar>(domain, var, type, ""), m_statementSpan));
    if (value)
        m_block->iterValues.push_back(value);
    return Value::ofExpr(var);
}

void Evaluator::keepForAxes(CallSite& site, size_t first)
{
    std::vector<DictEntry> kept;
    keep(site, kept);
    for (size_t i = first; i < m_block->iterVars.size(); ++i)
        for (const DictEntry& entry : kept) {
            const std::string key = std::string(UnknownPrefix) + "axis" + std::to_string(i) + ":" +
                                    std::string(unknownName(entry, {}));
            m_block->annotations.push_back({AttrValue::ofString(m_arena.intern(key)), entry.value});
        }
}

Value Evaluator::axis(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    const std::string_view kind = site.path.substr(5);
    const IterType type = kind == "spatial" || kind == "S"  ? IterType::DataPar
                          : kind == "reduce" || kind == "R" ? IterType::CommReduce
                          : kind == "scan"                  ? IterType::Ordered
                                                            : IterType::Opaque;
    const Value* domainValue = argument(site, "dom", 0);
    const Value* binding = argument(site, "binding", 1);
    const Value* wanted = argument(site, "dtype", 2);
    if (!domainValue)
        return fail(site.syntax->span, "missing-argument", "'" + std::string(site.path) + "' needs a domain");
    const Range* domain = rangeFrom(*domainValue, argumentSpan(site, domainValue));
    DType dtype = Int32;
    if (!domain || (wanted && !toDType(*wanted, argumentSpan(site, wanted), dtype)))
        return {};
    if (dtype.isInt() && dtype.bits > domain->extent->dtype.bits)
        domain = m_arena.make<Range>(cast(m_arena, dtype, domain->min), cast(m_arena, dtype, domain->extent));
    const Expr* value = nullptr;
    if (binding && !binding->is(Value::Kind::None)) {
        value = toExprOf(*binding, domain->extent->dtype, argumentSpan(site, binding));
        if (!value)
            return {};
    } else if (!m_block->noRealize) {
        return fail(site.syntax->span, "missing-argument",
                    "'" + std::string(site.path) + "' needs the value to bind");
    }
    const Value result = addAxis(type, domain, value, site.target.empty() ? "v" : site.target);
    keepForAxes(site, m_block->iterVars.size() - 1);
    return result;
}

Value Evaluator::axisRemap(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    const Span span = site.syntax->span;
    const Value* kinds = argument(site, "kinds", 0);
    const Value* bindings = argument(site, "bindings", 1);
    std::string_view letters;
    if (!kinds || !bindings)
        return fail(span, "missing-argument", "'axis.remap' takes kinds and loop variables");
    if (!toText(*kinds, argumentSpan(site, kinds), "the kinds", letters))
        return {};
    const std::span<const Value> values = toSequence(*bindings);
    if (values.size() != letters.size())
        return fail(span, "wrong-count",
                    std::to_string(letters.size()) + " kinds for " + std::to_string(values.size()) +
                        " loop variables");
    const size_t first = m_block->iterVars.size();
    std::vector<Value> axes;
    for (size_t i = 0; i < values.size(); ++i) {
        const auto* var = as<Var>(values[i].expr());
        const auto loop = var ? m_openLoops.find(var) : m_openLoops.end();
        if (loop == m_openLoops.end())
            return fail(argumentSpan(site, bindings), "not-a-loop",
                        "'axis.remap' binds variables of the loops around the block");
        if (letters[i] != 'S' && letters[i] != 'R')
            return fail(argumentSpan(site, kinds), "unknown-kind",
                        std::string("'") + letters[i] + "' is no kind of axis; S and R are");
        const bool hasName = i < site.targets.size() && site.targets[i]->kind == SyntaxKind::Name;
        axes.push_back(addAxis(letters[i] == 'S' ? IterType::DataPar : IterType::CommReduce, loop->second,
                               var, hasName ? site.targets[i]->text : "v"));
    }
    keepForAxes(site, first);
    return axes.size() == 1 ? axes[0] : Value::ofSequence(m_arena.copy(axes));
}

const BufferRegion* Evaluator::regionFrom(const Value& value, Span span)
{
    if (const auto* region = as<BufferRegion>(value.node); region && value.is(Value::Kind::Node))
        return region;
    std::vector<const Range*> ranges;
    if (const Buffer* buffer = value.buffer()) {
        for (const Expr* extent : buffer->shape)
            ranges.push_back(m_arena.make<Range>(intImm(m_arena, extent->dtype, 0), extent));
        return made(m_arena.make<BufferRegion>(buffer, m_arena.copy(ranges)), span);
    }
    const auto* load = as<BufferLoad>(value.expr());
    if (!load)
        return value.is(Value::Kind::Error) ? nullptr
                                            : failNode(span, "not-a-region",
                                                       "found " + std::string(describe(value.kind)) +
                                                           ", expected a region of a buffer");
    for (const Expr* index : load->indices) {
        if (const auto* ramp = as<Ramp>(index); ramp && ramp->dtype.lanes > 0)
            ranges.push_back(
                m_arena.make<Range>(ramp->base, intImm(m_arena, ramp->base->dtype, ramp->dtype.lanes)));
        else
            ranges.push_back(made(m_arena.make<Range>(index, intImm(m_arena, index->dtype, 1)), span));
    }
    return made(m_arena.make<BufferRegion>(load->buffer, m_arena.copy(ranges)), span);
}

void Evaluator::regions(CallSite& site, std::vector<const BufferRegion*>& into)
{
    for (size_t i = 0; i < site.args.size(); ++i)
        for (const Value& item : toSequence(site.args[i]))
            if (const BufferRegion* region = regionFrom(item, site.argSyntax[i]->span))
                into.push_back(region);
}

Value Evaluator::reads(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    m_block->hasReads = true;
    regions(site, m_block->reads);
    keep(site, m_block->annotations, "reads");
    return Value::ofNone();
}

Value Evaluator::writes(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    m_block->hasWrites = true;
    regions(site, m_block->writes);
    keep(site, m_block->annotations, "writes");
    return Value::ofNone();
}

Value Evaluator::where(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    const Value* predicate = argument(site, "predicate", 0);
    if (!predicate)
        return fail(site.syntax->span, "missing-argument", "'where' needs a condition");
    const Expr* condition = toExprOf(*predicate, Bool, argumentSpan(site, predicate));
    if (!condition)
        return {};
    if (!condition->dtype.isBool())
        return fail(argumentSpan(site, predicate), "type-mismatch",
                    "the condition has type " + toString(condition->dtype) + ", expected bool");
    m_block->predicate = condition;
    keep(site, m_block->annotations, "where");
    return Value::ofNone();
}

Value Evaluator::blockAttr(CallSite& site)
{
    if (!needsBlock(site))
        return {};
    const Value* dict = argument(site, "attrs", 0);
    std::vector<DictEntry> entries;
    if (!dict)
        return fail(site.syntax->span, "missing-argument", "'sblock_attr' takes a dictionary");
    if (!attrDict(*dict, argumentSpan(site, dict), entries))
        return {};
    m_block->annotations.insert(m_block->annotations.end(), entries.begin(), entries.end());
    keep(site, m_block->annotations, "sblock_attr");
    return Value::ofNone();
}

} // namespace tir::script
