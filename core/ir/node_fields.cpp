#include "core/ir/node_fields.h"

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

void addStmt(const Node& node, NodeFields& fields)
{
    switch (node.kind) {
    case NodeKind::AllocBuffer:
        fields.dict = to<AllocBuffer>(node).annotations;
        break;
    case NodeKind::AssertStmt:
        fields.text = to<AssertStmt>(node).errorKind;
        break;
    case NodeKind::AttrStmt: {
        const auto& attr = to<AttrStmt>(node);
        fields.text = attr.key;
        const Node* subject = attr.node.node();
        if (const IterVar* axis = attr.iterVar()) {
            fields.subject = AttrValue::ofString(axis->threadTag);
            fields.dict = axis->kept;
        } else if (!subject || as<Target>(subject)) {
            fields.subject = attr.node;
        }
        break;
    }
    case NodeKind::BufferStore:
        fields.shape = to<BufferStore>(node).predicate != nullptr;
        break;
    case NodeKind::ExecScopeStmt:
        fields.number = uint64_t(to<ExecScopeStmt>(node).scope);
        fields.shape = to<ExecScopeStmt>(node).scopeIds.size();
        break;
    case NodeKind::For: {
        const auto& loop = to<For>(node);
        fields.number = uint64_t(loop.forKind);
        fields.shape = loop.step != nullptr;
        fields.text = loop.threadBinding ? loop.threadBinding->threadTag : std::string_view();
        fields.dict = loop.annotations;
        break;
    }
    case NodeKind::SBlock: {
        const auto& block = to<SBlock>(node);
        fields.shape = lengths(block.iterVars.size(), block.reads.size(), block.allocBuffers.size(),
                               block.matchBuffers.size() * 2 + (block.init != nullptr));
        fields.dict = block.annotations;
        break;
    }
    case NodeKind::TilePrimitiveCall: {
        const auto& call = to<TilePrimitiveCall>(node);
        fields.text = call.op->name;
        fields.shape =
            lengths(call.args.size(), call.workspace.size(), call.config.size(), call.dispatch.has_value());
        break;
    }
    case NodeKind::Bind:
    case NodeKind::Break:
    case NodeKind::Continue:
    case NodeKind::DeclBuffer:
    case NodeKind::Evaluate:
    case NodeKind::IfThenElse:
    case NodeKind::SBlockRealize:
    case NodeKind::SeqStmt:
    case NodeKind::While:
#define TIR_EXPR(Name) case NodeKind::Name:
#define TIR_OTHER(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
        break;
    }
}

void addOther(const Node& node, NodeFields& fields)
{
    switch (node.kind) {
    case NodeKind::Buffer: {
        const auto& buffer = to<Buffer>(node);
        fields.dtype = buffer.dtype;
        fields.dict = buffer.kept;
        fields.number = lengths(size_t(buffer.alignment), size_t(buffer.offsetFactor),
                                size_t(buffer.bufferType), buffer.axisSeparators.size());
        fields.shape = lengths(buffer.shape.size(), buffer.strides.size(), buffer.allocatedAddr.size(),
                               buffer.layout != nullptr);
        break;
    }
    case NodeKind::CommReducer:
        fields.shape = lengths(to<CommReducer>(node).lhs.size(), to<CommReducer>(node).result.size());
        fields.dict = to<CommReducer>(node).kept;
        break;
    case NodeKind::ComposeLayout:
        fields.dict = to<ComposeLayout>(node).kept;
        break;
    case NodeKind::GlobalVar:
        fields.text = to<GlobalVar>(node).name;
        break;
    case NodeKind::Iter:
        fields.text = to<Iter>(node).axis;
        fields.dict = to<Iter>(node).kept;
        break;
    case NodeKind::IterVar:
        fields.number = uint64_t(to<IterVar>(node).iterType);
        fields.shape = to<IterVar>(node).dom != nullptr;
        fields.text = to<IterVar>(node).threadTag;
        fields.dict = to<IterVar>(node).kept;
        break;
    case NodeKind::Module:
        fields.dict = to<Module>(node).attrs;
        break;
    case NodeKind::OpaqueFunc:
        fields.text = to<OpaqueFunc>(node).text;
        break;
    case NodeKind::PrimFunc: {
        const auto& function = to<PrimFunc>(node);
        fields.shape = lengths(function.params.size(), function.bufferMap.size());
        fields.dict = function.attrs;
        fields.type = function.retType;
        break;
    }
    case NodeKind::Predicate:
        fields.shape = to<Predicate>(node).vars.size();
        break;
    case NodeKind::Range:
        fields.dict = to<Range>(node).kept;
        break;
    case NodeKind::ScopeIdDef: {
        const auto& ids = to<ScopeIdDef>(node);
        fields.number =
            lengths(size_t(ids.binding), ids.extents.has_value(), ids.preferredExtents.has_value());
        fields.shape = lengths(ids.defIds.size(), ids.extents ? ids.extents->size() : 0,
                               ids.preferredExtents ? ids.preferredExtents->size() : 0);
        break;
    }
    case NodeKind::SwizzleLayout: {
        const auto& swizzle = to<SwizzleLayout>(node);
        fields.number = lengths(size_t(swizzle.perElement), size_t(swizzle.swizzleLen),
                                size_t(swizzle.atomLen), swizzle.swizzleInner);
        fields.dict = swizzle.kept;
        break;
    }
    case NodeKind::TileLayout: {
        const auto& tile = to<TileLayout>(node);
        fields.shape = lengths(tile.shard.size(), tile.replica.size(), tile.offset.size());
        fields.dict = tile.kept;
        break;
    }
    case NodeKind::BufferRegion:
    case NodeKind::IndexMap:
    case NodeKind::MatchBufferRegion:
    case NodeKind::PointerType:
    case NodeKind::PrimType:
    case NodeKind::Target:
    case NodeKind::TensorMapType:
    case NodeKind::TupleType:
#define TIR_EXPR(Name) case NodeKind::Name:
#define TIR_STMT(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
        break;
    }
}

} // namespace

NodeFields fieldsOf(const Node& node)
{
    NodeFields fields;
    if (!node.isExpr()) {
        node.isStmt() ? addStmt(node, fields) : addOther(node, fields);
        return fields;
    }
    fields.dtype = static_cast<const Expr&>(node).dtype;
    switch (node.kind) {
    case NodeKind::Binary:
        fields.number = uint64_t(to<Binary>(node).op);
        break;
    case NodeKind::BufferLoad:
        fields.shape = to<BufferLoad>(node).predicate != nullptr;
        break;
    case NodeKind::Call:
        fields.text = callee(to<Call>(node));
        fields.number = to<Call>(node).op != nullptr;
        fields.dict = to<Call>(node).annotations;
        break;
    case NodeKind::FloatImm: {
        // All not-a-numbers are one; the two zeros are not.
        const double value = to<FloatImm>(node).value;
        fields.number = value != value ? ~uint64_t(0) : std::bit_cast<uint64_t>(value);
        break;
    }
    case NodeKind::IntImm:
        fields.number = uint64_t(to<IntImm>(node).value);
        break;
    case NodeKind::OpaqueExpr:
        fields.text = to<OpaqueExpr>(node).typeKey;
        fields.number = uint64_t(to<OpaqueExpr>(node).index);
        break;
    case NodeKind::ProducerLoad:
        fields.text = to<ProducerLoad>(node).producer;
        break;
    case NodeKind::Reduce: {
        const auto& reduce = to<Reduce>(node);
        fields.number = uint64_t(reduce.valueIndex);
        fields.shape = lengths(reduce.axis.size(), reduce.source.size(), reduce.init.size());
        break;
    }
    case NodeKind::Shuffle:
        fields.shape = to<Shuffle>(node).vectors.size();
        break;
    case NodeKind::StringImm:
        fields.text = to<StringImm>(node).value;
        break;
    case NodeKind::Var:
        fields.type = to<Var>(node).type;
        break;
    case NodeKind::Broadcast:
    case NodeKind::Cast:
    case NodeKind::Let:
    case NodeKind::Not:
    case NodeKind::Ramp:
    case NodeKind::Select:
#define TIR_STMT(Name) case NodeKind::Name:
#define TIR_OTHER(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
        break;
    }
    return fields;
}

} // namespace tir
