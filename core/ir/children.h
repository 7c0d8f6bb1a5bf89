/// The children of a node, in evaluation order, each with its role. Only this file knows which children a node has:
/// walkers, visitors and the place order derive from it.

#pragma once

#include "core/ir/module.h"

namespace tir {

/// The role of a child in its parent.
enum class Role : uint8_t {
    Value,       ///< an expression that is evaluated
    VarDef,      ///< a variable, defined here
    BufferUse,   ///< a buffer that is accessed or named here; its fields are not children here
    BufferAlloc, ///< a buffer declared here together with its data variable
    BufferDecl,  ///< a buffer declared here over an existing data variable
    BufferParam, ///< a buffer declared here whose fields may define variables (parameters, matches)
    Scope,       ///< a statement that is a body: definitions in it end with it
    Stmt,        ///< a member of a sequence: its definitions reach the later members
    Part,        ///< a range, region, iteration variable, reducer, layout, block of a realize, function
};

/// The role of an object in an argument of a tile primitive; nothing for objects that are not children (a target, a
/// type).
inline std::optional<Role> roleOfArgument(const Node& node)
{
    if (node.isExpr())
        return Role::Value;
    if (node.isStmt())
        return Role::Stmt;
    if (as<Buffer>(&node))
        return Role::BufferUse;
    const bool isPart = as<BufferRegion>(&node) || as<CommReducer>(&node) || as<Iter>(&node) ||
                        as<IterVar>(&node) || as<Predicate>(&node) || as<Range>(&node) || asLayout(&node);
    return isPart ? std::optional(Role::Part) : std::nullopt;
}

/// Constants and variables: expressions without children. Half of all places.
inline bool isLeafExpr(NodeKind kind)
{
    return kind == NodeKind::Var || kind == NodeKind::IntImm || kind == NodeKind::StringImm ||
           kind == NodeKind::FloatImm || kind == NodeKind::OpaqueExpr;
}

/// Calls `visit(const Node& child, Role role)` for every child of `node`, which itself plays `role`. Not children:
/// types, targets, attributes and annotations, the thread axis of a launch (but its variable is one).
template <class Visit>
void forEachChild(const Node& node, Role role, Visit&& visit)
{
    const auto all = [&](const auto& list, Role childRole) __attribute__((always_inline)) {
        for (const auto* child : list)
            visit(static_cast<const Node&>(*child), childRole);
    };
    const auto one = [&](const Node* child, Role childRole) __attribute__((always_inline)) {
        if (child)
            visit(*child, childRole);
    };
    switch (node.kind) {
    case NodeKind::Binary: {
        const auto& binary = to<Binary>(node);
        one(binary.a, Role::Value);
        one(binary.b, Role::Value);
        break;
    }
    case NodeKind::Broadcast:
        one(to<Broadcast>(node).value, Role::Value);
        break;
    case NodeKind::BufferLoad: {
        const auto& load = to<BufferLoad>(node);
        one(load.buffer, Role::BufferUse);
        all(load.indices, Role::Value);
        one(load.predicate, Role::Value);
        break;
    }
    case NodeKind::Call:
        all(to<Call>(node).args, Role::Value);
        break;
    case NodeKind::Cast:
        one(to<Cast>(node).value, Role::Value);
        break;
    case NodeKind::Let: {
        const auto& let = to<Let>(node);
        one(let.value, Role::Value);
        one(let.var, Role::VarDef);
        one(let.body, Role::Value);
        break;
    }
    case NodeKind::Not:
        one(to<Not>(node).value, Role::Value);
        break;
    case NodeKind::ProducerLoad:
        all(to<ProducerLoad>(node).indices, Role::Value);
        break;
    case NodeKind::Ramp: {
        const auto& ramp = to<Ramp>(node);
        one(ramp.base, Role::Value);
        one(ramp.stride, Role::Value);
        break;
    }
    case NodeKind::Reduce: {
        const auto& reduce = to<Reduce>(node);
        all(reduce.axis, Role::Part);
        one(reduce.combiner, Role::Part);
        all(reduce.source, Role::Value);
        all(reduce.init, Role::Value);
        one(reduce.condition, Role::Value);
        break;
    }
    case NodeKind::Select: {
        const auto& select = to<Select>(node);
        one(select.condition, Role::Value);
        one(select.trueValue, Role::Value);
        one(select.falseValue, Role::Value);
        break;
    }
    case NodeKind::Shuffle: {
        const auto& shuffle = to<Shuffle>(node);
        all(shuffle.vectors, Role::Value);
        all(shuffle.indices, Role::Value);
        break;
    }
    case NodeKind::AllocBuffer:
        one(to<AllocBuffer>(node).buffer, Role::BufferAlloc);
        break;
    case NodeKind::AssertStmt: {
        const auto& check = to<AssertStmt>(node);
        one(check.condition, Role::Value);
        all(check.messageParts, Role::Value);
        break;
    }
    case NodeKind::AttrStmt: {
        const auto& attr = to<AttrStmt>(node);
        const Node* subject = attr.node.node();
        if (subject && subject->isExpr())
            one(subject, Role::Value);
        else if (as<Buffer>(subject))
            one(subject, Role::BufferUse);
        else if (as<CommReducer>(subject))
            one(subject, Role::Part);
        one(attr.value, Role::Value);
        if (const IterVar* axis = attr.iterVar())
            one(axis->var, Role::VarDef);
        one(attr.body, Role::Scope);
        break;
    }
    case NodeKind::Bind: {
        const auto& bind = to<Bind>(node);
        one(bind.value, Role::Value);
        one(bind.var, Role::VarDef);
        break;
    }
    case NodeKind::BufferStore: {
        const auto& store = to<BufferStore>(node);
        one(store.buffer, Role::BufferUse);
        one(store.value, Role::Value);
        all(store.indices, Role::Value);
        one(store.predicate, Role::Value);
        break;
    }
    case NodeKind::DeclBuffer:
        one(to<DeclBuffer>(node).buffer, Role::BufferDecl);
        break;
    case NodeKind::Evaluate:
        one(to<Evaluate>(node).value, Role::Value);
        break;
    case NodeKind::ExecScopeStmt:
        all(to<ExecScopeStmt>(node).scopeIds, Role::Part);
        one(to<ExecScopeStmt>(node).body, Role::Stmt);
        break;
    case NodeKind::For: {
        const auto& loop = to<For>(node);
        one(loop.min, Role::Value);
        one(loop.extent, Role::Value);
        one(loop.step, Role::Value);
        one(loop.loopVar, Role::VarDef);
        one(loop.body, Role::Scope);
        break;
    }
    case NodeKind::IfThenElse: {
        const auto& branch = to<IfThenElse>(node);
        one(branch.condition, Role::Value);
        one(branch.thenCase, Role::Scope);
        one(branch.elseCase, Role::Scope);
        break;
    }
    case NodeKind::SBlock: {
        const auto& block = to<SBlock>(node);
        all(block.iterVars, Role::Part);
        all(block.allocBuffers, Role::BufferAlloc);
        all(block.matchBuffers, Role::Part);
        all(block.reads, Role::Part);
        all(block.writes, Role::Part);
        one(block.init, Role::Scope);
        one(block.body, Role::Scope);
        break;
    }
    case NodeKind::SBlockRealize: {
        const auto& realize = to<SBlockRealize>(node);
        all(realize.iterValues, Role::Value);
        one(realize.predicate, Role::Value);
        one(realize.block, Role::Part);
        break;
    }
    case NodeKind::SeqStmt:
        all(to<SeqStmt>(node).seq, Role::Stmt);
        break;
    case NodeKind::TilePrimitiveCall: {
        const auto& call = to<TilePrimitiveCall>(node);
        const auto argument = [&](const Node& object) {
            if (const std::optional<Role> argumentRole = roleOfArgument(object))
                visit(object, *argumentRole);
        };
        for (const AttrValue& value : call.args)
            forEachNode(value, argument);
        forEachNode(AttrValue::ofDict(call.workspace), argument);
        forEachNode(AttrValue::ofDict(call.config), argument);
        break;
    }
    case NodeKind::While: {
        const auto& loop = to<While>(node);
        one(loop.condition, Role::Value);
        one(loop.body, Role::Scope);
        break;
    }
    case NodeKind::Buffer: {
        if (role == Role::BufferUse)
            break;
        const auto& buffer = to<Buffer>(node);
        one(buffer.data, role == Role::BufferAlloc ? Role::VarDef : Role::Value);
        all(buffer.shape, Role::Value);
        all(buffer.strides, Role::Value);
        one(buffer.elemOffset, Role::Value);
        one(buffer.layout, Role::Part);
        all(buffer.allocatedAddr, Role::Value);
        break;
    }
    case NodeKind::BufferRegion: {
        const auto& region = to<BufferRegion>(node);
        one(region.buffer, Role::BufferUse);
        all(region.region, Role::Part);
        break;
    }
    case NodeKind::CommReducer: {
        const auto& reducer = to<CommReducer>(node);
        all(reducer.lhs, Role::VarDef);
        all(reducer.rhs, Role::VarDef);
        all(reducer.result, Role::Value);
        all(reducer.identity, Role::Value);
        break;
    }
    case NodeKind::ComposeLayout:
        one(to<ComposeLayout>(node).swizzle, Role::Part);
        one(to<ComposeLayout>(node).tile, Role::Part);
        break;
    case NodeKind::Iter:
        one(to<Iter>(node).extent, Role::Value);
        one(to<Iter>(node).stride, Role::Value);
        break;
    case NodeKind::IterVar: {
        const auto& axis = to<IterVar>(node);
        one(axis.dom, Role::Part);
        one(axis.var, Role::VarDef);
        break;
    }
    case NodeKind::MatchBufferRegion: {
        const auto& match = to<MatchBufferRegion>(node);
        one(match.source, Role::Part);
        one(match.buffer, Role::BufferParam);
        break;
    }
    case NodeKind::Module:
        for (const ModuleEntry& entry : to<Module>(node).functions)
            visit(static_cast<const Node&>(*entry.function), Role::Part);
        break;
    case NodeKind::Predicate:
        all(to<Predicate>(node).vars, Role::VarDef);
        one(to<Predicate>(node).condition, Role::Value);
        break;
    case NodeKind::PrimFunc: {
        const auto& function = to<PrimFunc>(node);
        all(function.params, Role::VarDef);
        for (const BufferBinding& binding : function.bufferMap)
            one(binding.buffer, Role::BufferParam);
        one(function.body, Role::Scope);
        break;
    }
    case NodeKind::Range: {
        const auto& range = to<Range>(node);
        one(range.min, Role::Value);
        one(range.extent, Role::Value);
        break;
    }
    case NodeKind::ScopeIdDef: {
        const auto& ids = to<ScopeIdDef>(node);
        all(ids.extents.value_or(ExprList()), Role::Value);
        all(ids.preferredExtents.value_or(ExprList()), Role::Value);
        all(ids.defIds, Role::VarDef);
        break;
    }
    case NodeKind::TileLayout: {
        const auto& tile = to<TileLayout>(node);
        all(tile.shard, Role::Part);
        all(tile.replica, Role::Part);
        for (const AxisOffset& offset : tile.offset)
            one(offset.value, Role::Value);
        break;
    }
    case NodeKind::FloatImm:
    case NodeKind::IntImm:
    case NodeKind::OpaqueExpr:
    case NodeKind::StringImm:
    case NodeKind::Var:
    case NodeKind::Break:
    case NodeKind::Continue:
    case NodeKind::GlobalVar:
    case NodeKind::IndexMap:
    case NodeKind::OpaqueFunc:
    case NodeKind::PointerType:
    case NodeKind::PrimType:
    case NodeKind::SwizzleLayout:
    case NodeKind::Target:
    case NodeKind::TensorMapType:
    case NodeKind::TupleType:
        break;
    }
}

} // namespace tir
