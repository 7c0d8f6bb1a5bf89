#include "core/ir/locals.h"

#include <bit>

namespace tir {
namespace {

/// Packs up to four list lengths.
uint64_t lengths(size_t a, size_t b = 0, size_t c = 0, size_t d = 0)
{
    return uint64_t(a) | uint64_t(b) << 16 | uint64_t(c) << 32 | uint64_t(d) << 48;
}

std::string_view callee(const Call& call)
{
    return call.op ? call.op->name : call.function->name;
}

void addStmt(const Node& node, Locals& locals)
{
    switch (node.kind) {
    case NodeKind::AllocBuffer:
        locals.dict = to<AllocBuffer>(node).annotations;
        break;
    case NodeKind::AssertStmt:
        locals.text = to<AssertStmt>(node).errorKind;
        break;
    case NodeKind::AttrStmt: {
        const auto& attr = to<AttrStmt>(node);
        locals.text = attr.key;
        const Node* subject = attr.node.node();
        if (const IterVar* axis = attr.iterVar()) {
            locals.subject = AttrValue::ofString(axis->threadTag);
            locals.dict = axis->kept;
        } else if (!subject || as<Target>(subject)) {
            locals.subject = attr.node;
        }
        break;
    }
    case NodeKind::BufferStore:
        locals.shape = to<BufferStore>(node).predicate != nullptr;
        break;
    case NodeKind::ExecScopeStmt:
        locals.number = uint64_t(to<ExecScopeStmt>(node).scope);
        locals.shape = to<ExecScopeStmt>(node).scopeIds.size();
        break;
    case NodeKind::For: {
        const auto& loop = to<For>(node);
        locals.number = uint64_t(loop.forKind);
        locals.shape = loop.step != nullptr;
        locals.text = loop.threadBinding ? loop.threadBinding->threadTag : std::string_view();
        locals.dict = loop.annotations;
        break;
    }
    case NodeKind::SBlock: {
        const auto& block = to<SBlock>(node);
        locals.shape = lengths(block.iterVars.size(), block.reads.size(), block.allocBuffers.size(),
                               block.matchBuffers.size() * 2 + (block.init != nullptr));
        locals.dict = block.annotations;
        break;
    }
    case NodeKind::TilePrimitiveCall: {
        const auto& call = to<TilePrimitiveCall>(node);
        locals.text = call.op->name;
        locals.shape =
            lengths(call.args.size(), call.workspace.size(), call.config.size(), call.dispatch.has_value());
        break;
    }
    default:
        break;
    }
}

void addOther(const Node& node, Locals& locals)
{
    switch (node.kind) {
    case NodeKind::Buffer: {
        const auto& buffer = to<Buffer>(node);
        locals.dtype = buffer.dtype;
        locals.dict = buffer.kept;
        locals.number = lengths(size_t(buffer.alignment), size_t(buffer.offsetFactor),
                                size_t(buffer.bufferType), buffer.axisSeparators.size());
        locals.shape = lengths(buffer.shape.size(), buffer.strides.size(), buffer.allocatedAddr.size(),
                               buffer.layout != nullptr);
        break;
    }
    case NodeKind::CommReducer:
        locals.shape = lengths(to<CommReducer>(node).lhs.size(), to<CommReducer>(node).result.size());
        locals.dict = to<CommReducer>(node).kept;
        break;
    case NodeKind::ComposeLayout:
        locals.dict = to<ComposeLayout>(node).kept;
        break;
    case NodeKind::GlobalVar:
        locals.text = to<GlobalVar>(node).name;
        break;
    case NodeKind::Iter:
        locals.text = to<Iter>(node).axis;
        locals.dict = to<Iter>(node).kept;
        break;
    case NodeKind::IterVar:
        locals.number = uint64_t(to<IterVar>(node).iterType);
        locals.shape = to<IterVar>(node).dom != nullptr;
        locals.text = to<IterVar>(node).threadTag;
        locals.dict = to<IterVar>(node).kept;
        break;
    case NodeKind::Module:
        locals.dict = to<Module>(node).attrs;
        break;
    case NodeKind::OpaqueFunc:
        locals.text = to<OpaqueFunc>(node).text;
        break;
    case NodeKind::PrimFunc: {
        const auto& function = to<PrimFunc>(node);
        locals.shape = lengths(function.params.size(), function.bufferMap.size());
        locals.dict = function.attrs;
        locals.type = function.retType;
        break;
    }
    case NodeKind::Predicate:
        locals.shape = to<Predicate>(node).vars.size();
        break;
    case NodeKind::Range:
        locals.dict = to<Range>(node).kept;
        break;
    case NodeKind::ScopeIdDef: {
        const auto& ids = to<ScopeIdDef>(node);
        locals.number =
            lengths(size_t(ids.binding), ids.extents.has_value(), ids.preferredExtents.has_value());
        locals.shape = lengths(ids.defIds.size(), ids.extents ? ids.extents->size() : 0,
                               ids.preferredExtents ? ids.preferredExtents->size() : 0);
        break;
    }
    case NodeKind::SwizzleLayout: {
        const auto& swizzle = to<SwizzleLayout>(node);
        locals.number = lengths(size_t(swizzle.perElement), size_t(swizzle.swizzleLen),
                                size_t(swizzle.atomLen), swizzle.swizzleInner);
        locals.dict = swizzle.kept;
        break;
    }
    case NodeKind::TileLayout: {
        const auto& tile = to<TileLayout>(node);
        locals.shape = lengths(tile.shard.size(), tile.replica.size(), tile.offset.size());
        locals.dict = tile.kept;
        break;
    }
    default:
        break;
    }
}

} // namespace

Locals localsOf(const Node& node)
{
    Locals locals;
    if (!node.isExpr()) {
        node.isStmt() ? addStmt(node, locals) : addOther(node, locals);
        return locals;
    }
    locals.dtype = static_cast<const Expr&>(node).dtype;
    switch (node.kind) {
    case NodeKind::Binary:
        locals.number = uint64_t(to<Binary>(node).op);
        break;
    case NodeKind::BufferLoad:
        locals.shape = to<BufferLoad>(node).predicate != nullptr;
        break;
    case NodeKind::Call:
        locals.text = callee(to<Call>(node));
        locals.number = to<Call>(node).op != nullptr;
        locals.dict = to<Call>(node).annotations;
        break;
    case NodeKind::FloatImm: {
        // All not-a-numbers are one; the two zeros are not.
        const double value = to<FloatImm>(node).value;
        locals.number = value != value ? ~uint64_t(0) : std::bit_cast<uint64_t>(value);
        break;
    }
    case NodeKind::IntImm:
        locals.number = uint64_t(to<IntImm>(node).value);
        break;
    case NodeKind::OpaqueExpr:
        locals.text = to<OpaqueExpr>(node).typeKey;
        locals.number = uint64_t(to<OpaqueExpr>(node).index);
        break;
    case NodeKind::ProducerLoad:
        locals.text = to<ProducerLoad>(node).producer;
        break;
    case NodeKind::Reduce: {
        const auto& reduce = to<Reduce>(node);
        locals.number = uint64_t(reduce.valueIndex);
        locals.shape = lengths(reduce.axis.size(), reduce.source.size(), reduce.init.size());
        break;
    }
    case NodeKind::Shuffle:
        locals.shape = to<Shuffle>(node).vectors.size();
        break;
    case NodeKind::StringImm:
        locals.text = to<StringImm>(node).value;
        break;
    case NodeKind::Var:
        locals.type = to<Var>(node).type;
        break;
    default:
        break;
    }
    return locals;
}

} // namespace tir
