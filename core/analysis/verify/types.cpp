#include "core/analysis/verify/types.h"

#include "core/ir/make.h"
#include "core/support/text_format.h"

namespace tir {
namespace {

std::string pair(DType a, DType b)
{
    return toString(a) + " and " + toString(b);
}

bool isValue(DType type)
{
    return !type.isVoid();
}

void checkBinary(const Binary& node, NodeReport report)
{
    const DType type = node.a->dtype;
    const std::string name(toString(node.op));
    if (type != node.b->dtype) {
        report.error("operand-types", "operands of " + name + " have types " + pair(type, node.b->dtype) +
                                          ", but they must have the same type");
        return;
    }
    const bool isLogic = node.op == BinaryOp::And || node.op == BinaryOp::Or;
    if (isLogic ? !isPredicate(type, type.lanes) : !isValue(type))
        report.error("operand-type", "operands of " + name + " have type " + toString(type) +
                                         (isLogic ? ", but they must be bool" : ", which has no values"));
    else if (type.isHandle() && isArithmetic(node.op))
        report.error("operand-type", "operands of " + name + " are pointers, but arithmetic needs numbers");
}

void checkNot(const Not& node, NodeReport report)
{
    if (!isPredicate(node.value->dtype, node.value->dtype.lanes))
        report.error("operand-type",
                     "the operand of Not has type " + toString(node.value->dtype) + ", but it must be bool");
}

void checkSelect(const Select& node, NodeReport report)
{
    if (node.trueValue->dtype != node.falseValue->dtype)
        report.error("operand-types", "the values of Select have types " +
                                          pair(node.trueValue->dtype, node.falseValue->dtype) +
                                          ", but they must have the same type");
    const DType type = node.condition->dtype;
    if (!isPredicate(type) && !isPredicate(type, node.dtype.lanes))
        report.error("condition-type", "the condition of Select has type " + toString(type) +
                                           ", but it must be bool, with one lane or those of the values");
}

void checkCast(const Cast& node, NodeReport report)
{
    const DType from = node.value->dtype;
    if (!isValue(from) || !isValue(node.dtype))
        report.error("operand-type",
                     "a cast from " + toString(from) + " to " + toString(node.dtype) + " has no meaning");
    else if (from.lanes != node.dtype.lanes)
        report.error("lane-count", "a cast from " + toString(from) + " to " + toString(node.dtype) +
                                       " changes the number of lanes");
    else if ((from.isHandle() && node.dtype.isAnyFloat()) || (from.isAnyFloat() && node.dtype.isHandle()))
        report.error("operand-type", "a cast from " + toString(from) + " to " + toString(node.dtype) +
                                         " combines a pointer and a float");
}

void checkRamp(const Ramp& node, NodeReport report)
{
    if (node.base->dtype != node.stride->dtype)
        report.error("operand-types", "base and stride of Ramp have types " +
                                          pair(node.base->dtype, node.stride->dtype) +
                                          ", but they must have the same type");
    else if (!isIndexType(node.base->dtype) || !node.base->dtype.isScalar())
        report.error("operand-type", "the base of Ramp has type " + toString(node.base->dtype) +
                                         ", but it must be a scalar integer");
    if (node.dtype.lanes < 2 && !node.dtype.isScalable())
        report.error("lane-count",
                     "Ramp has " + std::to_string(node.dtype.lanes) + " lanes, but it needs at least 2");
}

void checkBroadcast(const Broadcast& node, NodeReport report)
{
    const DType type = node.value->dtype;
    if (!type.isScalar() || !isValue(type))
        report.error("operand-type",
                     "the value of Broadcast has type " + toString(type) + ", but it must be a scalar");
    if (node.dtype.lanes < 2 && !node.dtype.isScalable())
        report.error("lane-count",
                     "Broadcast has " + std::to_string(node.dtype.lanes) + " lanes, but it needs at least 2");
}

void checkShuffle(const Shuffle& node, NodeReport report)
{
    for (const Expr* vector : node.vectors)
        if (vector->dtype.element() != node.vectors[0]->dtype.element())
            report.error("operand-types",
                         "the vectors of Shuffle have element types " +
                             pair(node.vectors[0]->dtype.element(), vector->dtype.element()) +
                             ", but they must have the same");
    for (const Expr* index : node.indices)
        if (!isIndexType(index->dtype) || !index->dtype.isScalar())
            report.error("index-type", "an index of Shuffle has type " + toString(index->dtype) +
                                           ", but it must be a scalar integer");
}

/// Of Let and Bind. A pointer may be bound to any pointer, whatever they point to.
void checkBinding(const Var& var, const Expr& value, NodeReport report)
{
    if (!isValue(var.dtype) || !isValue(value.dtype))
        report.error("bound-type", quoted(var.name) + " is bound to a value of type " +
                                       toString(value.dtype) + ", and has type " + toString(var.dtype) +
                                       ", but void has no values");
    else if (var.dtype != value.dtype)
        report.error("bound-type", quoted(var.name) + " has type " + toString(var.dtype) +
                                       ", but the value that it is bound to has type " +
                                       toString(value.dtype));
}

/// Lanes that an access with these indices reads or writes, of elements as they are.
int lanesOf(ExprList indices)
{
    return indices.empty() ? 1 : indices.back()->dtype.lanes;
}

void checkAccess(const Buffer& buffer, ExprList indices, const Expr* predicate, NodeReport report)
{
    if (indices.size() != buffer.shape.size())
        report.error("index-count", "buffer " + quoted(buffer.name) + " has " +
                                        std::to_string(buffer.shape.size()) + " dimensions, but " +
                                        std::to_string(indices.size()) + " indices are given");
    for (size_t i = 0; i < indices.size(); ++i) {
        const DType type = indices[i]->dtype;
        if (!isIndexType(type))
            report.error("index-type", "index " + std::to_string(i + 1) + " of buffer " +
                                           quoted(buffer.name) + " has type " + toString(type) +
                                           ", but it must be an integer");
        else if (!type.isScalar() && i + 1 != indices.size())
            report.error("index-type", "index " + std::to_string(i + 1) + " of buffer " +
                                           quoted(buffer.name) +
                                           " is a vector, but only the last index may be one");
    }
    if (predicate && !isPredicate(predicate->dtype, lanesOf(indices)))
        report.error("predicate-lanes", "the predicate of this access to buffer " + quoted(buffer.name) +
                                            " has type " + toString(predicate->dtype) + ", but it must be " +
                                            toString(Bool.withLanes(lanesOf(indices))));
}

void checkLoad(const BufferLoad& node, NodeReport report)
{
    checkAccess(*node.buffer, node.indices, node.predicate, report);
    const std::optional<DType> type = accessedType(*node.buffer, node.indices);
    if (type && node.dtype != *type)
        report.error("result-type", "a load from buffer " + quoted(node.buffer->name) + " has type " +
                                        toString(node.dtype) + ", but its elements have type " +
                                        toString(*type));
}

void checkStore(const BufferStore& node, NodeReport report)
{
    checkAccess(*node.buffer, node.indices, node.predicate, report);
    const std::optional<DType> type = accessedType(*node.buffer, node.indices);
    if (type && node.value->dtype != *type)
        report.error("operand-types", "a value of type " + toString(node.value->dtype) +
                                          " is stored to buffer " + quoted(node.buffer->name) +
                                          ", whose elements have type " + toString(*type));
}

/// A number that is not zero counts as true, as in C.
void checkCondition(const Expr& condition, std::string_view owner, NodeReport report)
{
    if (!isPredicate(condition.dtype) && !(isIndexType(condition.dtype) && condition.dtype.isScalar()))
        report.error("condition-type", "the condition of " + std::string(owner) + " has type " +
                                           toString(condition.dtype) + ", but it must be bool");
}

bool isThreadTag(std::string_view tag)
{
    if (isVirtualThreadTag(tag))
        return true;
    const size_t dot = tag.find('.');
    const std::string_view axis = tag.substr(0, dot);
    const std::string_view dimension = dot == std::string_view::npos ? "" : tag.substr(dot + 1);
    return (axis == "blockIdx" || axis == "threadIdx" || axis == "clusterCtaIdx" ||
            axis == "preferredClusterCtaIdx") &&
           (dimension == "x" || dimension == "y" || dimension == "z");
}

void checkAxis(std::string_view tag, const Expr& extent, NodeReport report)
{
    if (!isThreadTag(tag))
        report.error("unknown-thread-axis", tag.empty() ? "a launch has no name of its thread axis"
                                                        : quoted(tag) + " is not the name of a thread axis");
    const auto* constant = as<IntImm>(&extent);
    if (constant && constant->value <= 0)
        report.error("invalid-extent", "the extent of thread axis " + quoted(tag) + " is " +
                                           std::to_string(constant->value) +
                                           ", but a launch needs at least one thread");
    if (!isIndexType(extent.dtype) || !extent.dtype.isScalar())
        report.error("operand-type", "the extent of thread axis " + quoted(tag) + " has type " +
                                         toString(extent.dtype) + ", but it must be a scalar integer");
}

void checkAttr(const AttrStmt& node, NodeReport report)
{
    const IterVar* axis = node.iterVar();
    if (axis && (node.key == attr::ThreadExtent || node.key == attr::VirtualThread))
        checkAxis(axis->threadTag, *node.value, report);
}

void checkFor(const For& node, NodeReport report)
{
    const DType type = node.loopVar->dtype;
    const auto check = [&](const Expr* part, std::string_view name) {
        if (part && part->dtype != type)
            report.error("operand-types", "loop variable " + quoted(node.loopVar->name) + " has type " +
                                              toString(type) + ", but the " + std::string(name) +
                                              " of its loop has type " + toString(part->dtype));
    };
    if (!isIndexType(type) || !type.isScalar())
        report.error("operand-type", "loop variable " + quoted(node.loopVar->name) + " has type " +
                                         toString(type) + ", but it must be a scalar integer");
    check(node.min, "minimum");
    check(node.extent, "extent");
    check(node.step, "step");
    if (isConstInt(node.step, 0))
        report.error("invalid-extent",
                     "the step of the loop over " + quoted(node.loopVar->name) + " is 0: it never ends");
    if (node.threadBinding)
        checkAxis(node.threadBinding->threadTag, *node.extent, report);
}

void checkRealize(const SBlockRealize& node, NodeReport report)
{
    const size_t expected = node.block->iterVars.size();
    if (node.iterValues.size() != expected)
        report.error("argument-count", "block " + quoted(node.block->name) + " has " +
                                           std::to_string(expected) + " iteration variables, but " +
                                           std::to_string(node.iterValues.size()) + " values are bound");
    for (const Expr* value : node.iterValues)
        if (!isIndexType(value->dtype) || !value->dtype.isScalar())
            report.error("operand-type", "an iteration variable of block " + quoted(node.block->name) +
                                             " is bound to a value of type " + toString(value->dtype) +
                                             ", but it must be a scalar integer");
    checkCondition(*node.predicate, "block " + quoted(node.block->name), report);
}

void checkReduce(const Reduce& node, NodeReport report)
{
    const size_t count = node.combiner->result.size();
    if (node.source.size() != count || node.combiner->lhs.size() != count ||
        node.combiner->rhs.size() != count || node.combiner->identity.size() != count)
        report.error("argument-count", "a reduction of " + std::to_string(node.source.size()) +
                                           " values has a combiner of " + std::to_string(count));
    checkCondition(*node.condition, "a reduction", report);
}

void checkFunction(const PrimFunc& function, NodeReport report)
{
    for (const Var* param : function.params)
        if (!isValue(param->dtype))
            report.error("void-parameter", "parameter " + quoted(param->name) + " has type void");
    for (const BufferBinding& binding : function.bufferMap)
        if (!binding.param->dtype.isHandle())
            report.error("argument-type", "parameter " + quoted(binding.param->name) + " has type " +
                                              toString(binding.param->dtype) + ", but buffer " +
                                              quoted(binding.buffer->name) + " needs a handle");
}

} // namespace

void checkExprTypes(const Expr& expr, NodeReport report)
{
    switch (expr.kind) {
    case NodeKind::Binary:
        checkBinary(to<Binary>(expr), report);
        break;
    case NodeKind::Broadcast:
        checkBroadcast(to<Broadcast>(expr), report);
        break;
    case NodeKind::BufferLoad:
        checkLoad(to<BufferLoad>(expr), report);
        break;
    case NodeKind::Call:
        if (to<Call>(expr).op)
            checkOperation(to<Call>(expr), report);
        break;
    case NodeKind::Cast:
        checkCast(to<Cast>(expr), report);
        break;
    case NodeKind::Let:
        checkBinding(*to<Let>(expr).var, *to<Let>(expr).value, report);
        break;
    case NodeKind::Not:
        checkNot(to<Not>(expr), report);
        break;
    case NodeKind::Ramp:
        checkRamp(to<Ramp>(expr), report);
        break;
    case NodeKind::Reduce:
        checkReduce(to<Reduce>(expr), report);
        break;
    case NodeKind::Select:
        checkSelect(to<Select>(expr), report);
        break;
    case NodeKind::Shuffle:
        checkShuffle(to<Shuffle>(expr), report);
        break;
    default: // constants, variables, and loads that only high-level programs have
        break;
    }
}

void checkNodeTypes(const Node& node, Role role, NodeReport report)
{
    switch (node.kind) {
    case NodeKind::AssertStmt:
        checkCondition(*to<AssertStmt>(node).condition, "an assertion", report);
        break;
    case NodeKind::AttrStmt:
        checkAttr(to<AttrStmt>(node), report);
        break;
    case NodeKind::Bind:
        checkBinding(*to<Bind>(node).var, *to<Bind>(node).value, report);
        break;
    case NodeKind::Buffer:
        if (role != Role::BufferUse)
            checkBuffer(to<Buffer>(node), report);
        break;
    case NodeKind::BufferStore:
        checkStore(to<BufferStore>(node), report);
        break;
    case NodeKind::For:
        checkFor(to<For>(node), report);
        break;
    case NodeKind::IfThenElse:
        checkCondition(*to<IfThenElse>(node).condition, "an if statement", report);
        break;
    case NodeKind::PrimFunc:
        checkFunction(to<PrimFunc>(node), report);
        break;
    case NodeKind::SBlockRealize:
        checkRealize(to<SBlockRealize>(node), report);
        break;
    case NodeKind::While:
        checkCondition(*to<While>(node).condition, "a while loop", report);
        break;
    default:
        if (node.isExpr())
            checkExprTypes(static_cast<const Expr&>(node), report);
        break;
    }
}

} // namespace tir
