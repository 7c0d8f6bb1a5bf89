#include "passes/lowering/make_packed_api/prologue.h"

#include "core/analysis/text.h"
#include "core/ir/make.h"
#include "core/support/arena_text.h"

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

/// Every message has it: of more parameters than fit on a few lines, the rest is counted.
std::string signatureText(const PrimFunc& function)
{
    constexpr size_t MaxParameters = 64;
    std::string text(globalSymbol(function));
    text += "(";
    const size_t count = std::min(function.params.size(), MaxParameters);
    for (size_t i = 0; i < count; ++i)
        text += (i > 0 ? ", " : "") + parameterText(function, function.params[i]);
    if (count < function.params.size())
        text += ", and " + std::to_string(function.params.size() - count) + " more";
    return text + ")";
}

} // namespace

const Expr* SharedConstants::number(int64_t value)
{
    constexpr int64_t Few = 128;
    if (value < 0 || value >= Few)
        return int32(m_arena, value);
    m_numbers.resize(Few);
    const Expr*& made = m_numbers[size_t(value)];
    if (!made)
        made = int32(m_arena, value);
    return made;
}

const Expr* SharedConstants::text(std::string_view value)
{
    if (const Expr* const* known = m_texts.find(value))
        return *known;
    const StringImm* made = stringImm(m_arena, value);
    m_texts.insert(made->value, made);
    return made;
}

CheckWords::CheckWords(Arena& arena, SharedConstants& constants, const PrimFunc& function)
    : m_arena(arena),
      m_constants(constants),
      m_signature(arena.make<StringImm>(copyText(arena, signatureText(function)))),
      m_argument(constants.text(" (argument ")),
      m_of(constants.text(" of ")),
      m_open(constants.text(" (")),
      m_close(constants.text(")"))
{}

ExprList CheckWords::parts(const std::string& value, const std::string& requirement, size_t argument) const
{
    const std::array<const Expr*, 7> words{m_constants.text(value),
                                           m_constants.text(" must " + requirement),
                                           m_argument,
                                           m_constants.text(std::to_string(argument)),
                                           m_of,
                                           m_signature,
                                           m_close};
    return m_arena.copy(ExprList(words));
}

ExprList CheckWords::parts(const std::string& value, const std::string& requirement) const
{
    const std::array<const Expr*, 5> words{m_constants.text(value), m_constants.text(" must " + requirement),
                                           m_open, m_signature, m_close};
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
