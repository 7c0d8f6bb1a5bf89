/// Reading expressions and statements.

#include "core/script/json/tvm_json_reader.h"
#include "core/support/text_format.h"

#include <unordered_map>

namespace tir::script {
namespace {

const std::unordered_map<std::string_view, BinaryOp>& binaryOps()
{
    static const auto Ops = [] {
        std::unordered_map<std::string_view, BinaryOp> ops;
        for (int op = 0; op <= int(BinaryOp::Or); ++op)
            ops.emplace(toString(BinaryOp(op)), BinaryOp(op));
        return ops;
    }();
    return Ops;
}

bool isOfBlock(IterType type)
{
    return type == IterType::DataPar || type == IterType::CommReduce || type == IterType::Ordered ||
           type == IterType::Opaque;
}

} // namespace

AttrValue TvmJsonReader::expr()
{
    const std::string_view type = m_type;
    if (type == "ir.IntImm")
        return made<IntImm>(dtype(), number("value"));
    if (type == "ir.FloatImm") {
        const Json* json = field("value");
        const auto real = json ? realFrom(*json) : std::nullopt;
        if (!real)
            fail("'value' is not a number");
        return made<FloatImm>(dtype(), real.value_or(0));
    }
    if (type == "tirscope.OpaqueExpr")
        return made<OpaqueExpr>(inlineText("type_key"), number("index"));
    if (!type.starts_with("tirx."))
        return {};
    const std::string_view name = type.substr(5);
    if (const auto op = binaryOps().find(name); op != binaryOps().end())
        return made<Binary>(op->second, required<Expr>("a"), required<Expr>("b"));
    if (name == "StringImm")
        return made<StringImm>(text("value"));
    if (name == "Var" || name == "SizeVar")
        return made<Var>(text("name"), required<Type>("type_annotation"), name == "SizeVar");
    if (name == "Cast")
        return made<Cast>(dtype(), required<Expr>("value"));
    if (name == "Not")
        return made<Not>(required<Expr>("a"));
    if (name == "Select")
        return made<Select>(required<Expr>("condition"), required<Expr>("true_value"),
                            required<Expr>("false_value"));
    if (name == "BufferLoad") {
        const auto [buffer, indices] = access();
        return made<BufferLoad>(dtype(), buffer, indices, optional<Expr>("predicate"));
    }
    if (name == "ProducerLoad")
        return made<ProducerLoad>(dtype(), text("producer"), list<Expr>("indices"));
    if (name == "Ramp")
        return made<Ramp>(required<Expr>("base"), required<Expr>("stride"), dtype().lanes);
    if (name == "Broadcast")
        return made<Broadcast>(required<Expr>("value"), dtype().lanes);
    if (name == "Shuffle")
        return made<Shuffle>(list<Expr>("vectors", 1), list<Expr>("indices", 1));
    if (name == "Let")
        return made<Let>(required<Var>("var"), required<Expr>("value"), required<Expr>("body"));
    if (name == "Call")
        return call();
    if (name == "Reduce") {
        const ExprList source = list<Expr>("source", 1);
        const int index = small("value_index", std::max(0, int(source.size()) - 1));
        return made<Reduce>(required<CommReducer>("combiner"), source, list<Expr>("init"), axes("axis"),
                            required<Expr>("condition"), index);
    }
    return {};
}

std::span<const IterVar* const> TvmJsonReader::axes(std::string_view key)
{
    const auto found = list<IterVar>(key);
    for (const IterVar* axis : found)
        if (axis && !axis->dom)
            fail(quoted(key) + " holds " + quoted(axis->var->name) + ", which has no domain");
    return found;
}

AttrValue TvmJsonReader::call()
{
    const DType type = dtype();
    const AttrValue callee = value("op");
    const ExprList args = list<Expr>("args");
    const Dict annotations = m_data->contains("annotations") ? dict("annotations") : Dict();
    if (const auto* function = as<GlobalVar>(callee.node()))
        return made<Call>(type, function, args, annotations);
    if (callee.kind() != AttrValue::Kind::String)
        fail("'op' is neither an operation nor a function");
    return made<Call>(type, opNamed(m_arena, callee.text()), args, annotations);
}

AttrValue TvmJsonReader::loop()
{
    const auto* var = required<Var>("loop_var");
    const auto* min = required<Expr>("min");
    const auto* extent = required<Expr>("extent");
    const auto* step = optional<Expr>("step");
    for (const auto& [key, part] :
         {std::pair("loop_var", static_cast<const Expr*>(var)), std::pair("min", min),
          std::pair("extent", extent), std::pair("step", step)})
        if (part && !(part->dtype.isIntegral() && part->dtype.isScalar()))
            fail(quoted(key) + " of tirx.For is of type " + toString(part->dtype) +
                 ", which is not an integer");
    return made<For>(var, min, extent, ForKind(small("kind", int(ForKind::ThreadBinding))),
                     required<Stmt>("body"), optional<IterVar>("thread_binding"), dict("annotations"), step);
}

AttrValue TvmJsonReader::stmt()
{
    if (!m_type.starts_with("tirx."))
        return {};
    const std::string_view name = std::string_view(m_type).substr(5);
    if (name == "Bind")
        return made<Bind>(required<Var>("var"), required<Expr>("value"));
    if (name == "AllocBuffer")
        return made<AllocBuffer>(required<Buffer>("buffer"), dict("annotations"));
    if (name == "DeclBuffer")
        return made<DeclBuffer>(required<Buffer>("buffer"));
    if (name == "BufferStore") {
        const auto [buffer, indices] = access();
        return made<BufferStore>(buffer, required<Expr>("value"), indices, optional<Expr>("predicate"));
    }
    if (name == "Evaluate")
        return made<Evaluate>(required<Expr>("value"));
    if (name == "AssertStmt") {
        const auto* kind = required<StringImm>("error_kind");
        return made<AssertStmt>(required<Expr>("condition"), kind ? kind->value : std::string_view(),
                                list<Expr>("message_parts"));
    }
    if (name == "Break")
        return made<Break>();
    if (name == "Continue")
        return made<Continue>();
    if (name == "SeqStmt") {
        const std::span<const Stmt* const> members = list<Stmt>("seq", 2);
        if (std::ranges::any_of(members, [](const Stmt* member) { return as<SeqStmt>(member) != nullptr; }))
            fail("'seq' holds another tirx.SeqStmt"); // TVM splices them
        return made<SeqStmt>(members);
    }
    if (name == "AttrStmt")
        return made<AttrStmt>(value("node"), text("attr_key"), required<Expr>("value"),
                              required<Stmt>("body"));
    if (name == "For")
        return loop();
    if (name == "While")
        return made<While>(required<Expr>("condition"), required<Stmt>("body"));
    if (name == "IfThenElse")
        return made<IfThenElse>(required<Expr>("condition"), required<Stmt>("then_case"),
                                optional<Stmt>("else_case"));
    if (name == "SBlock") {
        SBlock block(text("name_hint"), required<Stmt>("body"));
        block.iterVars = axes("iter_vars");
        for (const IterVar* axis : block.iterVars)
            if (m_error.empty() && !isOfBlock(axis->iterType))
                fail("'iter_vars' holds " + quoted(axis->var->name) + " of kind " +
                     std::string(toString(axis->iterType)) + ", which no axis of a block is of");
        block.reads = list<BufferRegion>("reads");
        block.writes = list<BufferRegion>("writes");
        block.allocBuffers = list<Buffer>("alloc_buffers");
        block.matchBuffers = list<MatchBufferRegion>("match_buffers");
        block.annotations = dict("annotations");
        block.init = optional<Stmt>("init");
        return made<SBlock>(block);
    }
    if (name == "SBlockRealize")
        return made<SBlockRealize>(list<Expr>("iter_values"), required<Expr>("predicate"),
                                   required<SBlock>("block"));
    if (name == "TilePrimitiveCall")
        return tileCall();
    return scopes();
}

} // namespace tir::script
