#include "core/ir/describe.h"

#include "core/ir/module.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir {

std::string describe(const Node& node)
{
    struct Name {
        NodeKind kind;
        std::string_view text;
    };
    static constexpr Name Names[] = {
        {NodeKind::AllocBuffer, "an allocation"},
        {NodeKind::AssertStmt, "an assertion"},
        {NodeKind::AttrStmt, "an attribute or a launch"},
        {NodeKind::Bind, "a binding"},
        {NodeKind::Broadcast, "a broadcast"},
        {NodeKind::BufferLoad, "a load"},
        {NodeKind::BufferStore, "a store"},
        {NodeKind::Call, "a call"},
        {NodeKind::Cast, "a cast"},
        {NodeKind::DeclBuffer, "a declaration of a buffer"},
        {NodeKind::Evaluate, "the evaluation of an expression"},
        {NodeKind::FloatImm, "a constant"},
        {NodeKind::For, "a loop"},
        {NodeKind::IfThenElse, "a branch"},
        {NodeKind::IntImm, "a constant"},
        {NodeKind::Let, "a let expression"},
        {NodeKind::Not, "a negation"},
        {NodeKind::PrimFunc, "a function"},
        {NodeKind::Ramp, "a ramp"},
        {NodeKind::SBlock, "a block"},
        {NodeKind::SBlockRealize, "a block"},
        {NodeKind::Select, "a selection"},
        {NodeKind::SeqStmt, "a sequence of statements"},
        {NodeKind::StringImm, "a string"},
        {NodeKind::While, "a while loop"},
    };
    if (const auto* var = as<Var>(&node))
        return "the variable " + quoted(var->name);
    if (const auto* buffer = as<Buffer>(&node))
        return "the buffer " + quoted(buffer->name);
    if (const auto* operation = as<Binary>(&node))
        return "the operation " + quoted(toString(operation->op));
    const auto found = std::ranges::find(Names, node.kind, &Name::kind);
    return std::string(found == std::end(Names) ? toString(node.kind) : found->text);
}

} // namespace tir
