/// Statements.

#include "core/ir/make.h"
#include "core/ir/tile_names.h"
#include "core/script/common/unknown_arguments.h"
#include "core/script/printing/block_printer.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/statement_printer.h"
#include "core/script/printing/value_printer.h"

#include <algorithm>

namespace tir::script {
namespace {

bool isUnitStep(const For& loop)
{
    return !loop.step || isConstInt(loop.step, 1);
}

std::string_view loopName(const For& loop)
{
    switch (loop.forKind) {
    case ForKind::Serial:
        return "serial";
    case ForKind::Parallel:
        return "parallel";
    case ForKind::Vectorized:
        return "vectorized";
    case ForKind::Unrolled:
        return "unroll";
    case ForKind::ThreadBinding:
        return "thread_binding";
    }
    return "serial";
}

/// `unroll=` represents an annotation that is the only one.
std::string_view unrollFlag(Dict annotations)
{
    if (annotations.size() != 1)
        return {};
    if (annotations[0].key.text() == "disable_unroll")
        return "False";
    return annotations[0].key.text() == "pragma_unroll" ? "True" : std::string_view();
}

} // namespace

void StatementPrinter::statements(const Stmt& body)
{
    const auto* seq = as<SeqStmt>(&body);
    bool isFused = false;
    if (!seq) {
        statement(body, nullptr, true, isFused);
        return;
    }
    const At at(*this, seq);
    const size_t count = seq->seq.size();
    for (size_t i = 0; i < count; i += isFused ? 2 : 1) {
        isFused = false;
        statement(*seq->seq[i], i + 1 < count ? seq->seq[i + 1] : nullptr, false, isFused);
    }
}

void StatementPrinter::nested(const Stmt& body, const Node* scope)
{
    m_names.open(scope, frame().indent + "    ");
    statements(body);
    m_names.close();
}

void StatementPrinter::statement(const Stmt& stmt, const Stmt* next, bool isOnly, bool& isFused)
{
    frame().statementStart = position();
    const At at(*this, &stmt);
    switch (stmt.kind) {
    case NodeKind::AllocBuffer:
        m_declarations.allocBuffer(to<AllocBuffer>(stmt), next, isFused);
        break;
    case NodeKind::AssertStmt:
        assertion(to<AssertStmt>(stmt));
        break;
    case NodeKind::AttrStmt:
        attribute(to<AttrStmt>(stmt), isOnly);
        break;
    case NodeKind::Bind:
        bind(to<Bind>(stmt));
        break;
    case NodeKind::Break:
        line([&] { keyword("break"); });
        break;
    case NodeKind::BufferStore:
        store(to<BufferStore>(stmt));
        break;
    case NodeKind::Continue:
        line([&] { keyword("continue"); });
        break;
    case NodeKind::DeclBuffer:
        m_declarations.declBuffer(to<DeclBuffer>(stmt));
        break;
    case NodeKind::Evaluate:
        evaluate(to<Evaluate>(stmt));
        break;
    case NodeKind::ExecScopeStmt:
        execScope(to<ExecScopeStmt>(stmt), nullptr);
        break;
    case NodeKind::For:
        loop(to<For>(stmt));
        break;
    case NodeKind::IfThenElse:
        branch(to<IfThenElse>(stmt));
        break;
    case NodeKind::SBlock:
        m_blocks.block(to<SBlock>(stmt), nullptr);
        break;
    case NodeKind::SBlockRealize:
        m_blocks.blockRealize(to<SBlockRealize>(stmt));
        break;
    case NodeKind::TilePrimitiveCall:
        tileCall(to<TilePrimitiveCall>(stmt));
        break;
    case NodeKind::While: {
        const auto& repeat = to<While>(stmt);
        line([&] {
            keyword("while ");
            m_expressions.expr(repeat.condition);
            plain(":");
        });
        nested(*repeat.body, repeat.body);
        break;
    }
    default:
        TIR_CHECK(false) << "not a statement of its own: " << toString(stmt.kind);
    }
}

void StatementPrinter::bind(const Bind& bind)
{
    const bool isNew = !isDefined(bind.var);
    // The value is printed first: it must not see the name that the binding brings.
    const auto* call = as<Call>(bind.value);
    const bool isKept = call && call->isUnlistedOp(BindOp) && !call->args.empty();
    const PrintSink value = printed([&] {
        if (isKept)
            unknownBinding(bind, *call, isNew);
        else
            m_expressions.expr(bind.value);
    });
    beginLine();
    {
        const At at(*this, bind.var);
        define(bind.var, bind.var->name);
        name(bind.var);
    }
    if (isNew && !isKept) {
        plain(": ");
        builtin("let");
        if (!isVoidType(bind.var->type)) {
            plain("[");
            m_values.type(bind.var->type);
            plain("]");
        }
    }
    plain(" = ");
    append(value);
    endLine();
}

/// The value of a binding with unknown arguments.
void StatementPrinter::unknownBinding(const Bind& bind, const Call& call, bool isNew)
{
    const At at(*this, &call);
    builtin("bind");
    plain("(");
    m_expressions.expr(call.args[0]);
    if (!isNew) {
        plain(", var=");
        name(bind.var);
    } else if (const auto* prim = as<PrimType>(bind.var->type); !prim || prim->dtype != call.dtype) {
        plain(", ");
        m_values.type(bind.var->type);
    }
    m_expressions.unknownCallArguments(call);
    plain(")");
}

void StatementPrinter::store(const BufferStore& store, Dict kept)
{
    beginLine();
    {
        const At at(*this, store.buffer);
        m_declarations.useBuffer(store.buffer);
    }
    if (store.predicate || !kept.empty()) {
        plain(".");
        token(TokenKind::Builtin, "vstore");
        plain("(");
        m_expressions.list(store.indices);
        plain(", ");
        m_expressions.expr(store.value);
        if (store.predicate) {
            plain(", predicate=");
            m_expressions.expr(store.predicate);
        }
        m_values.unknownArguments(kept, "vstore");
        plain(")\n");
        return;
    }
    if (!isBareElement(*store.buffer, store.indices)) {
        // Declarations follow printing order, and the value is printed before the indices.
        const PrintSink value = printed([&] { m_expressions.expr(store.value); });
        m_expressions.indices(store.indices);
        plain(" = ");
        append(value);
    } else {
        plain(" = ");
        m_expressions.expr(store.value);
    }
    endLine();
}

void StatementPrinter::evaluate(const Evaluate& evaluate)
{
    const auto* call = as<Call>(evaluate.value);
    line([&] {
        if (call && call->isOp(OpId::ret) && call->args.size() == 1 && m_context.options.syntaxSugar) {
            const At at(*this, call);
            keyword("return ");
            m_expressions.expr(call->args[0]);
        } else if (call) {
            m_expressions.expr(call);
        } else {
            builtin("evaluate");
            plain("(");
            m_expressions.expr(evaluate.value);
            plain(")");
        }
    });
}

void StatementPrinter::assertion(const AssertStmt& check)
{
    line([&] {
        keyword("assert ");
        m_expressions.expr(check.condition);
        plain(", (");
        string(check.errorKind);
        plain(", ");
        m_expressions.list(check.messageParts);
        plain(")");
    });
}

void StatementPrinter::branch(const IfThenElse& branch)
{
    const auto* scope = as<ExecScopeStmt>(branch.thenCase);
    if (scope && !branch.elseCase) {
        execScope(*scope, branch.condition);
        return;
    }
    line([&] {
        keyword("if ");
        m_expressions.expr(branch.condition);
        plain(":");
    });
    nested(*branch.thenCase, branch.thenCase);
    if (!branch.elseCase)
        return;
    // Declarations of the other branch precede the whole statement, so its start is kept.
    plain(frame().indent);
    keyword("else");
    plain(":\n");
    nested(*branch.elseCase, branch.elseCase);
}

void StatementPrinter::loop(const For& outermost)
{
    const std::vector<const For*> nest =
        m_context.options.syntaxSugar ? gridNest(outermost) : std::vector<const For*>{&outermost};
    const Stmt* body = nest.back()->body;
    const size_t depth = m_loops.size();
    beginLine();
    const std::string indent = frame().indent;
    // The extents are printed before the variables have their names, and declarations that only the loop uses are
    // inside of it, even if the extents use them first.
    PrintSink declarations = m_out.piece();
    m_names.open(body, indent + "    ").pending = &declarations;
    const PrintSink header = printed([&] {
        if (nest.size() > 1)
            gridHeader(nest);
        else
            loopHeader(outermost);
    });
    frame().pending = nullptr;
    keyword("for ");
    for (size_t i = 0; i < nest.size(); ++i) {
        if (i > 0)
            enter(nest[i]);
        separator(i);
        const At at(*this, nest[i]->loopVar);
        define(nest[i]->loopVar, nest[i]->loopVar->name);
        name(nest[i]->loopVar);
        m_loops.push_back(nest[i]);
    }
    keyword(" in ");
    append(header);
    plain(":\n");
    append(declarations);
    statements(*body);
    for (size_t i = 1; i < nest.size(); ++i)
        leave();
    m_names.close();
    m_loops.resize(depth);
}

void StatementPrinter::gridHeader(const std::vector<const For*>& nest)
{
    builtin("grid");
    plain("(");
    for (size_t i = 0; i < nest.size(); ++i) {
        if (i > 0)
            enter(nest[i]);
        separator(i);
        m_expressions.expr(nest[i]->extent);
    }
    for (size_t i = 1; i < nest.size(); ++i)
        leave();
    m_values.unknownArguments(nest[0]->annotations);
    plain(")");
}

void StatementPrinter::loopHeader(const For& loop)
{
    const bool isRange = loop.forKind == ForKind::Serial && loop.annotations.empty();
    if (isRange)
        token(TokenKind::Builtin, "range");
    else
        builtin(loopName(loop));
    plain("(");
    if (isConstInt(loop.min, 0) && isUnitStep(loop)) {
        m_expressions.expr(loop.extent);
    } else {
        m_expressions.expr(loop.min);
        plain(", ");
        m_expressions.expr(m_expressions.sum(loop.min, loop.extent));
    }
    if (loop.threadBinding) {
        plain(", thread=");
        string(loop.threadBinding->threadTag);
    }
    const std::string_view flag = unrollFlag(loop.annotations);
    if (!flag.empty()) {
        plain(", unroll=");
        keyword(flag);
    } else {
        m_values.annotationArguments(loop.annotations);
    }
    if (!isUnitStep(loop)) {
        plain(isRange ? ", " : ", step=");
        m_expressions.expr(loop.step);
    }
    plain(")");
}

} // namespace tir::script
