#include "passes/lowering/make_packed_api_prologue.h"

#include "core/analysis/text.h"
#include "core/ir/make.h"

#include <algorithm>
#include <array>

namespace tir::passes {
namespace {

std::string parameterText(const PrimFunc& function, const Var* param)
{
    const Buffer* buffer = function.bufferOf(param);
    if (!buffer)
        return std::string(param->name) + ": " + typeText(param->type);
    std::string text = std::string(buffer->name) + ": Tensor([";
    for (size_t i = 0; i < buffer->shape.size(); ++i)
        text += (i > 0 ? ", " : "") + shortText(*buffer->shape[i]);
    return text + "], " + toString(buffer->dtype) + ")";
}

std::string signatureText(const PrimFunc& function)
{
    std::string text(globalSymbol(function));
    text += "(";
    for (size_t i = 0; i < function.params.size(); ++i)
        text += (i > 0 ? ", " : "") + parameterText(function, function.params[i]);
    return text + ")";
}

} // namespace

CheckWords::CheckWords(Arena& arena, const PrimFunc& function)
    : m_arena(arena),
      m_signature(stringImm(arena, signatureText(function))),
      m_argument(stringImm(arena, " (argument ")),
      m_of(stringImm(arena, " of ")),
      m_open(stringImm(arena, " (")),
      m_close(stringImm(arena, ")"))
{}

ExprList CheckWords::parts(const std::string& value, const std::string& requirement, size_t argument) const
{
    const std::array<const Expr*, 7> words{stringImm(m_arena, value),
                                           stringImm(m_arena, " must " + requirement),
                                           m_argument,
                                           stringImm(m_arena, std::to_string(argument)),
                                           m_of,
                                           m_signature,
                                           m_close};
    return m_arena.copy(ExprList(words));
}

ExprList CheckWords::parts(const std::string& value, const std::string& requirement) const
{
    const std::array<const Expr*, 5> words{stringImm(m_arena, value),
                                           stringImm(m_arena, " must " + requirement), m_open, m_signature,
                                           m_close};
    return m_arena.copy(ExprList(words));
}

void Prologue::bind(const Var* var, const Expr* value, const Node& origin)
{
    Bind* made = m_arena.make<Bind>(var, value);
    made->origin = &origin;
    m_steps.push_back({.statement = made});
}

void Prologue::align(const Var* pointer, int bytes)
{
    m_steps.push_back({.aligned = pointer, .bytes = bytes});
}

void Prologue::checkNow(const Expr* condition, std::string_view errorKind, ExprList words)
{
    m_steps.push_back({.statement = m_arena.make<AssertStmt>(condition, errorKind, words)});
}

void Prologue::checkAfterBindings(const Expr* condition, ExprList words, const Expr* guard)
{
    const Stmt* check = m_arena.make<AssertStmt>(condition, "ValueError", words);
    m_deferred.push_back(guard ? m_arena.make<IfThenElse>(guard, check) : check);
}

void Prologue::checkLast(const Expr* condition, ExprList words)
{
    m_last.push_back(m_arena.make<AssertStmt>(condition, "ValueError", words));
}

const Stmt* Prologue::around(const Stmt* body) const
{
    std::vector<const Stmt*> backwards{body};
    const auto joined = [&] {
        std::ranges::reverse(backwards);
        return sequence(m_arena, backwards);
    };
    for (size_t i = m_steps.size(); i-- > 0;) {
        if (m_steps[i].statement) {
            backwards.push_back(m_steps[i].statement);
            continue;
        }
        const Stmt* inner = joined();
        backwards = {m_arena.make<AttrStmt>(AttrValue::ofNode(m_steps[i].aligned), "storage_alignment",
                                            int32(m_arena, m_steps[i].bytes), inner)};
    }
    return joined();
}

} // namespace tir::passes
