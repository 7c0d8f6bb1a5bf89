/// Writing expressions and statements.

#include "core/script/json/tvm_json_writer.h"

namespace tir::script {

int64_t TvmJsonWriter::expr(const Expr& expr)
{
    Fields fields;
    fields.add("span", None).add("dtype", jsonText(expr.dtype));
    switch (expr.kind) {
    case NodeKind::Binary: {
        const auto& binary = to<Binary>(expr);
        fields.add("a", node(binary.a)).add("b", node(binary.b));
        return typed("tirx." + std::string(toString(binary.op)), fields.object());
    }
    case NodeKind::Broadcast:
        fields.add("value", node(to<Broadcast>(expr).value)).add("lanes", intNode(Int32, expr.dtype.lanes));
        return typed("tirx.Broadcast", fields.object());
    case NodeKind::BufferLoad: {
        const auto& load = to<BufferLoad>(expr);
        fields.add("buffer", node(load.buffer)).add("indices", array(load.indices));
        return typed("tirx.BufferLoad", fields.add("predicate", node(load.predicate)).object());
    }
    case NodeKind::Call: {
        const auto& call = to<Call>(expr);
        fields.add("op", call.op ? shared("ir.Op", jsonText(call.op->name)) : node(call.function));
        fields.add("args", array(call.args)).add("annotations", map(call.annotations));
        return typed("tirx.Call", fields.object());
    }
    case NodeKind::Cast:
        return typed("tirx.Cast", fields.add("value", node(to<Cast>(expr).value)).object());
    case NodeKind::FloatImm:
        return typed("ir.FloatImm", fields.add("value", jsonNumber(to<FloatImm>(expr).value)).object());
    case NodeKind::IntImm:
        return typed("ir.IntImm", fields.add("value", to<IntImm>(expr).value).object());
    case NodeKind::Let: {
        const auto& let = to<Let>(expr);
        fields.add("var", node(let.var)).add("value", node(let.value)).add("body", node(let.body));
        return typed("tirx.Let", fields.object());
    }
    case NodeKind::Not:
        return typed("tirx.Not", fields.add("a", node(to<Not>(expr).value)).object());
    case NodeKind::OpaqueExpr:
        return opaque("tirscope.OpaqueExpr", to<OpaqueExpr>(expr).typeKey, to<OpaqueExpr>(expr).index);
    case NodeKind::ProducerLoad:
        fields.add("producer", string(to<ProducerLoad>(expr).producer));
        return typed("tirx.ProducerLoad",
                     fields.add("indices", array(to<ProducerLoad>(expr).indices)).object());
    case NodeKind::Ramp:
        fields.add("base", node(to<Ramp>(expr).base)).add("stride", node(to<Ramp>(expr).stride));
        return typed("tirx.Ramp", fields.add("lanes", intNode(Int32, expr.dtype.lanes)).object());
    case NodeKind::Reduce: {
        const auto& reduce = to<Reduce>(expr);
        fields.add("combiner", node(reduce.combiner)).add("source", array(reduce.source));
        fields.add("init", array(reduce.init)).add("axis", array(reduce.axis));
        fields.add("condition", node(reduce.condition)).add("value_index", int64_t(reduce.valueIndex));
        return typed("tirx.Reduce", fields.object());
    }
    case NodeKind::Select: {
        const auto& select = to<Select>(expr);
        fields.add("condition", node(select.condition)).add("true_value", node(select.trueValue));
        return typed("tirx.Select", fields.add("false_value", node(select.falseValue)).object());
    }
    case NodeKind::Shuffle:
        fields.add("vectors", array(to<Shuffle>(expr).vectors));
        return typed("tirx.Shuffle", fields.add("indices", array(to<Shuffle>(expr).indices)).object());
    case NodeKind::StringImm:
        return typed("tirx.StringImm", fields.add("value", string(to<StringImm>(expr).value)).object());
    case NodeKind::Var: {
        const auto& var = to<Var>(expr);
        fields.add("name", string(var.name)).add("type_annotation", node(var.type));
        return typed(var.isSize ? "tirx.SizeVar" : "tirx.Var", fields.object());
    }
    default:
        TIR_CHECK(false) << "no expression: " << toString(expr.kind);
    }
    return None;
}

void TvmJsonWriter::addFields(Fields& fields, const For& loop)
{
    fields.add("loop_var", node(loop.loopVar)).add("min", node(loop.min)).add("extent", node(loop.extent));
    fields.add("kind", int64_t(loop.forKind)).add("body", node(loop.body));
    fields.add("thread_binding", node(loop.threadBinding)).add("annotations", map(loop.annotations));
    fields.add("step", node(loop.step));
}

void TvmJsonWriter::addFields(Fields& fields, const SBlock& block)
{
    fields.add("iter_vars", array(block.iterVars)).add("reads", array(block.reads));
    fields.add("writes", array(block.writes)).add("name_hint", string(block.name));
    fields.add("alloc_buffers", array(block.allocBuffers)).add("match_buffers", array(block.matchBuffers));
    fields.add("annotations", map(block.annotations))
        .add("init", node(block.init))
        .add("body", node(block.body));
}

int64_t TvmJsonWriter::stmt(const Stmt& stmt)
{
    Fields fields;
    fields.add("span", None);
    switch (stmt.kind) {
    case NodeKind::AllocBuffer:
        fields.add("buffer", node(to<AllocBuffer>(stmt).buffer));
        fields.add("annotations", map(to<AllocBuffer>(stmt).annotations));
        break;
    case NodeKind::AssertStmt: {
        const auto& check = to<AssertStmt>(stmt);
        const int64_t kind = typed("tirx.StringImm", Fields()
                                                         .add("span", None)
                                                         .add("dtype", "\"handle\"")
                                                         .add("value", string(check.errorKind))
                                                         .object());
        fields.add("condition", node(check.condition)).add("error_kind", kind);
        fields.add("message_parts", array(check.messageParts));
        break;
    }
    case NodeKind::AttrStmt: {
        const auto& attr = to<AttrStmt>(stmt);
        fields.add("node", value(attr.node)).add("attr_key", string(attr.key));
        fields.add("value", node(attr.value)).add("body", node(attr.body));
        break;
    }
    case NodeKind::Bind:
        fields.add("var", node(to<Bind>(stmt).var)).add("value", node(to<Bind>(stmt).value));
        break;
    case NodeKind::BufferStore: {
        const auto& store = to<BufferStore>(stmt);
        fields.add("buffer", node(store.buffer)).add("value", node(store.value));
        fields.add("indices", array(store.indices)).add("predicate", node(store.predicate));
        break;
    }
    case NodeKind::DeclBuffer:
        fields.add("buffer", node(to<DeclBuffer>(stmt).buffer));
        break;
    case NodeKind::Evaluate:
        fields.add("value", node(to<Evaluate>(stmt).value));
        break;
    case NodeKind::ExecScopeStmt:
        fields.add("exec_scope", execScope(to<ExecScopeStmt>(stmt)));
        fields.add("body", node(to<ExecScopeStmt>(stmt).body));
        break;
    case NodeKind::For:
        addFields(fields, to<For>(stmt));
        break;
    case NodeKind::IfThenElse: {
        const auto& branch = to<IfThenElse>(stmt);
        fields.add("condition", node(branch.condition)).add("then_case", node(branch.thenCase));
        fields.add("else_case", node(branch.elseCase));
        break;
    }
    case NodeKind::SBlock:
        addFields(fields, to<SBlock>(stmt));
        break;
    case NodeKind::SBlockRealize: {
        const auto& realize = to<SBlockRealize>(stmt);
        fields.add("iter_values", array(realize.iterValues)).add("predicate", node(realize.predicate));
        fields.add("block", node(realize.block));
        break;
    }
    case NodeKind::SeqStmt:
        fields.add("seq", array(to<SeqStmt>(stmt).seq));
        break;
    case NodeKind::TilePrimitiveCall: {
        const auto& call = to<TilePrimitiveCall>(stmt);
        fields.add("op", shared("ir.Op", jsonText(call.op->name)))
            .add("args", value(AttrValue::ofList(call.args)));
        fields.add("workspace", map(call.workspace)).add("config", map(call.config));
        fields.add("dispatch", call.dispatch ? string(*call.dispatch) : None);
        break;
    }
    case NodeKind::While:
        fields.add("condition", node(to<While>(stmt).condition)).add("body", node(to<While>(stmt).body));
        break;
    case NodeKind::Break:
    case NodeKind::Continue:
#define TIR_EXPR(Name) case NodeKind::Name:
#define TIR_OTHER(Name) case NodeKind::Name:
#include "core/ir/node_list.def"
        break;
    }
    return typed("tirx." + std::string(toString(stmt.kind)), fields.object());
}

} // namespace tir::script
