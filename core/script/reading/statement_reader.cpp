#include "core/script/reading/statement_reader.h"

#include "core/ir/make.h"
#include "core/ir/tile_names.h"
#include "core/script/reading/assignment_reader.h"
#include "core/script/reading/block_reader.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/expression_reader.h"
#include "core/script/reading/frame_reader.h"
#include "core/script/reading/legacy_spellings.h"
#include "core/script/reading/loop_reader.h"
#include "core/script/reading/names.h"
#include "core/script/reading/open_scopes.h"
#include "core/script/reading/statement_sink.h"
#include "core/script/reading/tile_reader.h"
#include "core/script/syntax/read_progress.h"
#include "core/support/text_format.h"

#include <array>
#include <optional>
#include <span>
#include <utility>

namespace tir::script {
namespace {

/// Launches and attributes nest without indentation; so deep a text is rejected.
constexpr int MaxNesting = 500;

/// `T.Assert(condition, message)`
bool isAssertion(const Syntax& call)
{
    return call.items.size() == 2 && call.keywords().empty();
}

} // namespace

const Stmt* StatementReader::suite(SuiteReader& statements)
{
    std::vector<const Stmt*> out;
    std::vector<const Stmt*>* const outer = std::exchange(m_sink.statements, &out);
    size_t settled = 0; // of these
    std::optional<uint32_t> begin;
    while (const Statement* next = statements.next()) {
        begin = begin.value_or(next->span.begin);
        std::vector<OpenAttr> frames;
        if (!opensFrame(*next, frames)) {
            statement(*next, out);
            if (m_context.spans.isLarge()) {
                m_context.spans.settle(std::span(out).subspan(settled));
                settled = out.size();
            }
            continue;
        }
        if (m_depth >= MaxNesting) {
            fail(next->span, "nested-too-deeply",
                 "more than " + std::to_string(MaxNesting) + " launches and attributes nest");
            break;
        }
        ++m_depth;
        const Stmt* inner = suite(statements);
        --m_depth;
        for (OpenAttr& frame : frames)
            frame.span.end = statements.end();
        out.push_back(m_frames.close(frames, inner));
    }
    m_sink.statements = outer;
    const Stmt* result = sequence(m_arena, out);
    if (begin && as<SeqStmt>(result))
        made(result, {*begin, statements.end()});
    return result;
}

const Stmt* StatementReader::body(const Statement& owner)
{
    SuiteReader statements = m_syntax.body(owner);
    m_names.push();
    const Stmt* result = suite(statements);
    m_names.pop();
    return result;
}

const Stmt* StatementReader::otherwise(const Statement& owner)
{
    SuiteReader statements = m_syntax.otherwise(owner);
    m_names.push();
    const Stmt* result = suite(statements);
    m_names.pop();
    return result;
}

bool StatementReader::opensFrame(const Statement& statement, std::vector<OpenAttr>& frames)
{
    const bool isAssign = statement.kind == StatementKind::Assign && statement.targets.size() == 1;
    if ((!isAssign && statement.kind != StatementKind::Expression) ||
        statement.value->kind != SyntaxKind::Call)
        return false;
    const std::optional<std::string_view> path = m_names.builtinPath(*statement.value->base);
    // One that is in error has been reported, and opens nothing.
    if (path == "launch_thread")
        m_frames.launchFrame(*statement.value, isAssign ? statement.targets[0] : nullptr, frames);
    else if (path == "attr" && !isAssign)
        m_frames.attrFrames(*statement.value, frames);
    else if (path == "hint" && !isAssign)
        m_tiles.hintFrame(*statement.value, frames);
    else
        return false;
    for (OpenAttr& frame : frames)
        frame.span.begin = statement.span.begin;
    return true;
}

void StatementReader::statement(const Statement& statement, std::vector<const Stmt*>& into)
{
    if (m_progress && !m_progress->reached(statement.span.begin))
        return;
    m_sink.span = statement.span;
    switch (statement.kind) {
    case StatementKind::Expression:
        return expressionStatement(statement, into);
    case StatementKind::Assign:
        return m_assignments.assign(statement, into);
    case StatementKind::AugmentedAssign:
        return m_assignments.augmentedAssign(statement, into);
    case StatementKind::Annotated:
        return m_assignments.annotated(statement, into);
    case StatementKind::For:
        return m_loops.forLoop(statement, into);
    case StatementKind::While:
        return whileLoop(statement, into);
    case StatementKind::If:
        return branch(statement, into);
    case StatementKind::With:
        return with(statement, 0, into);
    case StatementKind::Return:
        return returnStatement(statement, into);
    case StatementKind::Assert:
        return assertion(statement.span, *statement.value, statement.message, into);
    case StatementKind::Break:
    case StatementKind::Continue: {
        const bool isBreak = statement.kind == StatementKind::Break;
        const Expr* call = callOp(m_arena, Void, isBreak ? OpId::break_loop : OpId::continue_loop, {});
        into.push_back(made(m_arena.make<Evaluate>(made(call, statement.span)), statement.span));
        return;
    }
    case StatementKind::Function:
    case StatementKind::Class:
        fail(
            statement.head, "needs-python",
            "a definition inside of a function is a macro, which needs Python; write its statements where it "
            "is called");
        return;
    case StatementKind::Invalid:
        return invalid(statement);
    case StatementKind::Import:
    case StatementKind::Pass:
        return;
    }
}

/// The names that the statement would have defined get error values without a report; nested statements are read.
void StatementReader::invalid(const Statement& statement)
{
    for (const Syntax* name : statement.targets)
        if (!m_names.find(name->text))
            m_names.define(*name, {});
    BlockContext ignored;
    BlockContext* const outer = std::exchange(m_scopes.block, m_scopes.block ? m_scopes.block : &ignored);
    body(statement);
    otherwise(statement);
    m_scopes.block = outer;
}

void StatementReader::expressionStatement(const Statement& statement, std::vector<const Stmt*>& into)
{
    const bool isCall = statement.value->kind == SyntaxKind::Call;
    if (isCall && isAssertion(*statement.value) && m_names.builtinPath(*statement.value->base) == "Assert")
        return assertion(statement.span, *statement.value->items[0], statement.value->items[1], into);
    const Value value = isCall ? m_calls.evaluateCall(*statement.value, {}, /*isStatement=*/true)
                               : m_expressions.evaluate(*statement.value);
    switch (value.kind) {
    case Value::Kind::Expr:
    case Value::Kind::Bool:
    case Value::Kind::Int:
        if (const Expr* expr = m_values.toExpr(value, statement.value))
            into.push_back(made(m_arena.make<Evaluate>(expr), statement.span));
        return;
    case Value::Kind::Foreign:
    case Value::Kind::Builtin:
        fail(statement.span, "not-a-statement",
             std::string(describe(value.kind)) + " is found where a statement is expected");
        return;
    default:
        return; // a docstring, a name, or a call that has done its work
    }
}

void StatementReader::returnStatement(const Statement& statement, std::vector<const Stmt*>& into)
{
    if (!statement.value) {
        fail(statement.span, "bare-return", "'return' needs a value");
        return;
    }
    const Expr* value = m_expressions.expression(*statement.value);
    if (!value)
        return;
    const Expr* call = made(callOp(m_arena, value->dtype, OpId::ret, {value}), statement.span);
    into.push_back(made(m_arena.make<Evaluate>(call), statement.span));
}

/// `assert c, ("ValueError", ["part", "part"])`, or with a plain message, which may be null.
void StatementReader::assertion(Span whole, const Syntax& tested, const Syntax* messageSyntax,
                                std::vector<const Stmt*>& into)
{
    const Expr* condition = m_values.toExprOf(m_expressions.evaluate(tested), Bool, tested.span);
    std::string_view kind = "RuntimeError";
    std::vector<const Expr*> parts;
    if (messageSyntax) {
        const Span span = messageSyntax->span;
        const Value message = m_expressions.evaluate(*messageSyntax);
        if (message.is(Value::Kind::Error))
            return;
        const bool hasKind = message.is(Value::Kind::Sequence) && message.items.size() == 2;
        if (hasKind && !m_values.toText(message.items[0], span, "the kind of the error", kind))
            return;
        for (const Value& part : m_values.toSequence(hasKind ? message.items[1] : message))
            parts.push_back(m_values.toExpr(part, span));
        for (const Expr* part : parts) {
            if (!part)
                return;
            if (!as<StringImm>(part) && !as<OpaqueExpr>(part)) {
                fail(span, "bad-message",
                     "the message of an assertion is a string or (\"Kind\", [\"part\", ...])");
                return;
            }
        }
    }
    if (!condition)
        return;
    if (!m_values.isCondition(condition, tested.span))
        return;
    into.push_back(
        made(m_arena.make<AssertStmt>(condition, m_arena.intern(kind), m_arena.copy(parts)), whole));
}

void StatementReader::branch(const Statement& statement, std::vector<const Stmt*>& into)
{
    const Value condition = m_expressions.evaluate(*statement.value);
    if (condition.isNumber()) { // Python decides now
        const bool isTaken = condition.is(Value::Kind::Float) ? condition.real != 0 : condition.integer != 0;
        into.push_back(isTaken ? body(statement) : otherwise(statement));
        return;
    }
    const Expr* test = m_values.toExpr(condition, statement.value);
    const Stmt* thenCase = body(statement);
    const Stmt* elseCase = statement.hasElse() ? otherwise(statement) : nullptr;
    if (!test)
        return;
    if (!m_values.isCondition(test, statement.value->span))
        return;
    into.push_back(made(m_arena.make<IfThenElse>(test, thenCase, elseCase), statement.span));
}

void StatementReader::whileLoop(const Statement& statement, std::vector<const Stmt*>& into)
{
    const Expr* condition =
        m_values.toExprOf(m_expressions.evaluate(*statement.value), Bool, statement.value->span);
    const Stmt* inner = body(statement);
    if (!condition)
        return;
    if (!m_values.isCondition(condition, statement.value->span))
        return;
    into.push_back(made(m_arena.make<While>(condition, inner), statement.span));
}

void StatementReader::with(const Statement& statement, size_t item, std::vector<const Stmt*>& into)
{
    if (item == statement.items.size()) {
        SuiteReader statements = m_syntax.body(statement);
        into.push_back(suite(statements));
        return;
    }
    const Syntax& value = *statement.items[item].value;
    const Syntax* target = statement.items[item].target;
    std::optional<std::string_view> path =
        value.kind == SyntaxKind::Call ? m_names.builtinPath(*value.base) : std::nullopt;
    if (path)
        path = m_legacy.currentSpelling(*path, value.base->span);
    if (path == "sblock")
        return m_blocks.block(statement, value, into);
    if (path == "init")
        return m_blocks.initBlock(statement);
    if (path == "compose_op")
        return m_tiles.composition(statement, value, into);
    if (const auto scope = path ? execScopeFromString(*path) : std::nullopt)
        return m_tiles.execScope(statement, item, *scope, into);
    if (path == "launch_thread" || path == "attr" || path == "hint") {
        std::vector<OpenAttr> frames;
        m_names.push();
        if (path == "attr")
            m_frames.attrFrames(value, frames);
        else if (path == "hint")
            m_tiles.hintFrame(value, frames);
        else
            m_frames.launchFrame(value, target, frames);
        std::vector<const Stmt*> inner;
        with(statement, item + 1, inner);
        m_names.pop();
        for (OpenAttr& frame : frames)
            frame.span = statement.span;
        into.push_back(m_frames.close(frames, inner.size() == 1 ? inner[0] : sequence(m_arena, inner)));
        return;
    }
    if (path == "Assert" && !target && isAssertion(value)) {
        assertion(value.span, *value.items[0], value.items[1], into);
        return with(statement, item + 1, into);
    }
    const bool hasOldScope = path == "LetStmt" || (target && (path == "allocate" || path == "decl_buffer"));
    if (m_legacy.isOld() && hasOldScope)
        return oldScope(statement, item, into);
    if (!path || !m_legacy.refuseOldConstruct(*path, value, target))
        fail(value.span, "unsupported-scope",
             path ? "'with' on " + quoted(*path) + " is not known"
                  : "'with' needs a block, a launch or an attribute of the dialect");
    m_names.push(); // its body may contain further errors
    if (target)
        m_names.define(*target, {});
    std::vector<const Stmt*> ignored;
    with(statement, statement.items.size(), ignored);
    m_names.pop();
}

/// `with T.allocate(…) as A:`, `with T.LetStmt(value, var=x):` of an old text: A is visible in the statements below it.
/// Today, what a statement defines is visible up to the end of its suite.
void StatementReader::oldScope(const Statement& statement, size_t item, std::vector<const Stmt*>& into)
{
    const Syntax& call = *statement.items[item].value;
    const Syntax* target = statement.items[item].target;
    const std::array<const Syntax*, 1> single{target};
    const std::span<const Syntax* const> targets =
        target ? std::span<const Syntax* const>(single) : std::span<const Syntax* const>();
    m_names.push();
    std::vector<const Stmt*> inner;
    std::vector<const Stmt*>* const outer = std::exchange(m_sink.statements, &inner);
    const Span span = std::exchange(m_sink.span, call.span);
    const Value value = m_calls.evaluateCall(call, targets);
    if (target)
        m_names.define(*target, value);
    m_sink.statements = outer;
    m_sink.span = span;
    with(statement, item + 1, inner);
    m_names.pop();
    into.push_back(sequence(m_arena, inner));
}

} // namespace tir::script
