#include "core/script/reading/loop_reader.h"

#include "core/ir/make.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/difference.h"
#include "core/script/reading/names.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/operators.h"
#include "core/script/reading/statement_reader.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::script {

struct LoopReader::LoopHeader {
    ForKind kind = ForKind::Serial;
    const Expr* min = nullptr;
    const Expr* extent = nullptr;
    const Expr* step = nullptr;
    std::string_view threadTag;
    std::vector<DictEntry> annotations;
};

bool LoopReader::loopArguments(CallSite& site, LoopHeader& loop)
{
    const Span span = site.syntax->span;
    const bool isRange = site.path == "range";
    const bool isBinding = site.path == "thread_binding";
    // The second position is the stop, or for thread_binding the tag.
    const Value* thread = nullptr;
    if (isBinding) {
        const bool isSecond = site.args.size() == 2 && site.args[1].is(Value::Kind::String);
        thread = site.argument("thread", isSecond ? 1 : 2);
        if (isSecond) {
            site.named.push_back({{"thread", span}, site.args[1], site.argSyntax[1], true});
            thread = &site.named.back().value;
            site.args.pop_back();
        }
        if (!thread || !m_values.toText(*thread, span, "the thread", loop.threadTag)) {
            if (!thread)
                fail(span, "missing-argument", "'thread_binding' needs the thread: thread=\"threadIdx.x\"");
            return false;
        }
        loop.kind = ForKind::ThreadBinding;
    } else if (site.path == "parallel") {
        loop.kind = ForKind::Parallel;
    } else if (site.path == "vectorized") {
        loop.kind = ForKind::Vectorized;
    } else if (site.path == "unroll") {
        loop.kind = ForKind::Unrolled;
    }
    const Value* start = site.argument("start", 0);
    const Value* stop = site.argument("stop", 1);
    const Value* step = isRange ? site.argument("step", 2) : site.keyword("step");
    const Value* notes = site.keyword("annotations");
    const Value* unroll = site.keyword("unroll");
    if (!start && stop)
        std::swap(start, stop);
    if (!start) {
        fail(span, "missing-argument", quoted(site.path) + " needs an extent");
        return false;
    }
    if (stop && !stop->is(Value::Kind::None)) {
        const Expr* last = nullptr;
        if (!m_operators.matchBounds(*start, *stop, span, loop.min, last))
            return false;
        loop.extent = difference(m_arena, last, loop.min);
    } else {
        loop.extent = m_values.toExpr(*start, site.spanOf(start));
        if (!loop.extent)
            return false;
        if (!loop.extent->dtype.isIntegral() || !loop.extent->dtype.isScalar()) {
            fail(site.spanOf(start), "bad-range",
                 "an extent has type " + toString(loop.extent->dtype) + ", expected an integer");
            return false;
        }
        loop.min = made(intImm(m_arena, loop.extent->dtype, 0), span);
    }
    if (step && !step->is(Value::Kind::None)) {
        loop.step = m_values.toExprOf(*step, loop.min->dtype, site.spanOf(step));
        if (!loop.step)
            return false;
        if (isConstInt(loop.step, 1))
            loop.step = nullptr;
    }
    if (notes && !notes->is(Value::Kind::None) &&
        !m_values.attrDict(*notes, site.spanOf(notes), loop.annotations))
        return false;
    if (unroll && (unroll->is(Value::Kind::Bool) || unroll->is(Value::Kind::Int)))
        loop.annotations.push_back(
            {AttrValue::ofString(unroll->integer != 0 ? "pragma_unroll" : "disable_unroll"),
             AttrValue::ofBool(true)});
    site.keepUnknown(loop.annotations);
    return true;
}

bool LoopReader::loopHeaders(const Syntax& iterable, std::vector<LoopHeader>& loops)
{
    CallSite site(m_values, iterable, {});
    if (iterable.kind == SyntaxKind::Call) {
        const bool isRange = iterable.base->kind == SyntaxKind::Name && iterable.base->text == "range";
        const std::optional<std::string_view> path = isRange ? "range" : m_names.builtinPath(*iterable.base);
        if (path)
            site.path = *path;
    }
    if (site.path == "grid") {
        if (!m_calls.arguments(iterable, site))
            return false;
        for (size_t i = 0; i < site.args.size(); ++i) {
            const Range* range = m_operators.rangeFrom(site.args[i], site.argSyntax[i]->span);
            if (!range)
                return false;
            LoopHeader& loop = loops.emplace_back();
            loop.min = range->min;
            loop.extent = range->extent;
        }
        std::vector<DictEntry> kept;
        site.keepUnknown(kept);
        for (LoopHeader& loop : loops)
            loop.annotations = kept;
        return !loops.empty();
    }
    static constexpr std::string_view Kinds[] = {"range",      "serial", "parallel",
                                                 "vectorized", "unroll", "thread_binding"};
    if (std::ranges::find(Kinds, site.path) == std::end(Kinds)) {
        fail(iterable.span, "bad-iterable",
             (site.path.empty() ? std::string() : "found " + quoted("T." + std::string(site.path)) + ", ") +
                 "expected range, T.serial, T.parallel, T.vectorized, T.unroll, T.thread_binding or T.grid "
                 "after "
                 "'in'");
        return false;
    }
    return m_calls.arguments(iterable, site) && loopArguments(site, loops.emplace_back());
}

/// A loop never hides a variable that the text declares (`i = T.int32()`): the printer gives two variables two names.
/// The same name is the same variable, which pragmas around the loop mention.
const Var* LoopReader::loopVariable(const Syntax& name, DType type)
{
    if (const NameTable::Binding* known = m_names.find(name.text))
        if (const auto* var = as<Var>(known->value.expr());
            var && m_variables.declared.contains(var) && var->dtype == type)
            return var;
    return m_arena.make<Var>(m_arena.intern(name.text), primType(m_arena, type));
}

void LoopReader::forLoop(const Statement& statement, std::vector<const Stmt*>& into)
{
    std::vector<LoopHeader> loops;
    const bool isGood = loopHeaders(*statement.value, loops);
    const Syntax& target = *statement.targets[0];
    const std::span<const Syntax* const> names =
        target.kind == SyntaxKind::Tuple ? target.items : statement.targets;
    m_names.push();
    std::vector<const Var*> vars;
    if (isGood && names.size() != loops.size())
        fail(target.span, "wrong-count",
             counted(int64_t(names.size()), "variable") + " for " + counted(int64_t(loops.size()), "loop"));
    if (!isGood || names.size() != loops.size()) {
        m_names.define(target, {});
        m_statements.body(statement);
        m_names.pop();
        return;
    }
    for (size_t i = 0; i < loops.size(); ++i) {
        if (names[i]->kind != SyntaxKind::Name) {
            fail(names[i]->span, "bad-target", "a loop variable must be a name");
            vars.push_back(m_arena.make<Var>("i", primType(m_arena, loops[i].min->dtype)));
            continue;
        }
        const Var* var = loopVariable(*names[i], loops[i].min->dtype);
        m_names.define(*names[i], Value::ofExpr(var));
        m_loops[var] = m_arena.make<Range>(loops[i].min, loops[i].extent);
        vars.push_back(var);
    }
    const Stmt* inner = m_statements.body(statement);
    m_names.pop();
    for (size_t i = loops.size(); i-- > 0;) {
        const LoopHeader& loop = loops[i];
        m_loops.erase(vars[i]);
        const IterVar* binding = nullptr;
        if (loop.kind == ForKind::ThreadBinding)
            binding =
                m_arena.make<IterVar>(nullptr, m_arena.make<Var>("", primType(m_arena, loop.min->dtype)),
                                      IterType::ThreadIndex, loop.threadTag);
        inner = made(m_arena.make<For>(vars[i], loop.min, loop.extent, loop.kind, inner, binding,
                                       m_arena.copy(loop.annotations), loop.step),
                     statement.span);
    }
    into.push_back(inner);
}

} // namespace tir::script
