#include "core/codegen/cuda_c/function/statement_writer.h"

#include "core/codegen/c_like/marked_text.h"
#include "core/codegen/cuda_c/function/async_writer.h"
#include "core/codegen/cuda_c/function/call_writer.h"
#include "core/codegen/cuda_c/function/constant_writer.h"
#include "core/codegen/cuda_c/function/data_pointers.h"
#include "core/codegen/cuda_c/function/fragment_writer.h"
#include "core/codegen/cuda_c/function/function_names.h"
#include "core/codegen/cuda_c/function/memory_writer.h"
#include "core/codegen/cuda_c/types.h"
#include "core/support/text_format.h"

namespace tir::cuda_c {
namespace {

bool isTrue(Dict annotations, std::string_view key)
{
    const AttrValue* value = find(annotations, key);
    return value && value->isTrue();
}

} // namespace

void StatementWriter::refuseStatement(const Stmt& stmt)
{
    refuse("a " + std::string(toString(stmt.kind)) +
           " is not lowered yet: generate code from a later step of a full pipeline");
}

void StatementWriter::endStatement()
{
    m_names.forgetLoads();
}

void StatementWriter::body(const Stmt& stmt)
{
    m_names.openScope();
    statement(stmt);
    m_names.closeScope();
}

void StatementWriter::write(const AllocBuffer& node)
{
    m_memory.allocate(node);
}

void StatementWriter::write(const AssertStmt& node)
{
    line("if (!(" + expr(*node.condition) + ")) { __trap(); }");
}

void StatementWriter::write(const AttrStmt& node)
{
    const auto* subject = as<Var>(node.node.node());
    if (node.key == attr::ThreadExtent) {
        bindThread(node);
    } else if (node.key == attr::VirtualThread) {
        refuse("virtual threads are not lowered yet: InjectVirtualThread makes loops of them");
    } else if (node.key == "fragment_shape" && subject) {
        m_fragments.setShape(*subject, stringOf(*node.value));
    } else if (node.key == "fragment_layout" && subject) {
        m_fragments.setLayout(*subject, stringOf(*node.value));
    } else if (node.key == "pragma_import_c") {
        m_file.addSource(std::string(stringOf(*node.value)));
    } else if (node.key == "async_commit_queue_scope" || node.key == "async_wait_queue_scope") {
        return writeAsync(node);
    }
    statement(*node.body);
}

void StatementWriter::bindThread(const AttrStmt& node)
{
    const IterVar* axis = node.iterVar();
    if (!axis)
        return refuse("a thread extent without a thread axis");
    if (m_names.isDefined(*axis->var))
        return;
    const std::string_view tag = axis->threadTag;
    const std::string cast = "((" + type(axis->var->dtype) + ")";
    if (tag.starts_with("threadIdx.") || tag.starts_with("blockIdx.")) {
        m_names.define(*axis->var, cast + std::string(tag) + ")");
    } else if (tag.starts_with("clusterCtaIdx.")) {
        needArch(90, "clusters of blocks");
        const std::string name = std::string("__cluster_ctaid_") + tag.back();
        m_file.addHelper(name, "__device__ __forceinline__ uint " + name +
                                   "() {\n  uint id;\n  asm volatile(\"mov.u32 %0, %%cluster_ctaid." +
                                   tag.back() + ";\" : \"=r\"(id));\n  return id;\n}\n");
        m_names.define(*axis->var, cast + name + "())");
    } else {
        refuse(quoted(tag) + " is not an axis of a CUDA launch");
        m_names.define(*axis->var, "0");
    }
}

void StatementWriter::writeAsync(const AttrStmt& node)
{
    const auto* queue = as<IntImm>(node.value);
    if (!queue || queue->value != 0)
        return refuse("there is one queue of asynchronous copies, 0");
    if (node.key == "async_commit_queue_scope") {
        statement(*node.body);
        return line(m_async.commitCopies() + ";");
    }
    const auto* inner = as<AttrStmt>(node.body);
    const auto* count =
        inner && inner->key == "async_wait_inflight_count" ? as<IntImm>(inner->value) : nullptr;
    if (!count)
        return refuse("a wait for asynchronous copies must say how many may stay in flight");
    line(m_async.waitForCopies(count->value) + ";");
    const c_like::FunctionLines::Inside inside(m_context.lines, *inner);
    statement(*inner->body);
}

void StatementWriter::write(const Bind& node)
{
    const std::string value = expr(*node.value);
    const auto* pointer = as<PointerType>(node.var->type);
    const auto* element = pointer ? as<PrimType>(pointer->element) : nullptr;
    if (!element || element->dtype.isVoid())
        return line(type(node.var->dtype) + " " + m_names.define(*node.var) + " = " + value + ";");
    m_pointers.setElementType(*node.var, element->dtype);
    const std::string spelled = storage(element->dtype) + "*";
    line(spelled + " " + m_names.define(*node.var) + " = (" + spelled + ")" + value + ";");
}

void StatementWriter::write(const BufferStore& node)
{
    if (node.predicate)
        return refuse("a store under a mask is not lowered yet");
    const Expr* index = m_memory.indexOf(*node.buffer, node.indices);
    if (!index)
        return;
    const DType dtype = node.value->dtype;
    const DType elementType = node.buffer->dtype;
    if (dtype.lanes == elementType.lanes) {
        const std::string value = expr(*node.value);
        const std::string target = m_memory.element(*node.buffer, dtype, expr(*index));
        return line(target + " = " + (dtype.isBool() ? "((signed char)" + value + ")" : value) + ";");
    }
    const auto* ramp = as<Ramp>(index);
    const auto* stride = ramp ? as<IntImm>(ramp->stride) : nullptr;
    if (stride && stride->value == 1 && !m_memory.isVolatile(*node.buffer) &&
        storageName(dtype) == typeName(dtype)) {
        const std::string value = expr(*node.value);
        return line(m_memory.vectorElement(*node.buffer, dtype, m_expressions.base(*ramp)) + " = " + value +
                    ";");
    }
    m_names.openScope();
    const std::string indices = m_names.named(expr(*index), index->dtype);
    const std::string value = m_names.named(expr(*node.value), dtype);
    for (int at = 0; at < dtype.lanes; ++at)
        line(m_memory.element(*node.buffer, dtype.element(), lane(index->dtype, indices, at)) + " = " +
             lane(dtype, value, at) + ";");
    m_names.closeScope();
}

void StatementWriter::write(const Evaluate& node)
{
    const auto* called = as<Call>(node.value);
    if (!called)
        return;
    // A few operations that write through a pointer are registered as pure.
    const bool isPure =
        called->op && called->op->effect == CallEffect::Pure && !called->op->name.starts_with("tirx.ptx_");
    if (const std::string text = expression(*called, [&] { return m_calls.call(*called); });
        !text.empty() && !isPure)
        line(text + ";");
}

void StatementWriter::write(const For& node)
{
    if (node.forKind == ForKind::ThreadBinding)
        return refuse("a loop over threads is not lowered yet: LowerOpaqueBlock makes a launch of it");
    if (node.forKind == ForKind::Unrolled || isTrue(node.annotations, "pragma_unroll"))
        line("#pragma unroll");
    else if (isTrue(node.annotations, "disable_unroll"))
        line("#pragma unroll 1");
    const auto* min = as<IntImm>(node.min);
    const std::string first = expr(*node.min);
    std::string end = expr(*node.extent);
    if (!min || min->value != 0) {
        const auto* extent = as<IntImm>(node.extent);
        end = min && extent ? m_constants.constant(IntImm(min->dtype, min->value + extent->value))
                            : "(" + first + " + " + end + ")";
    }
    const std::string spelled = type(node.loopVar->dtype);
    const auto* one = as<IntImm>(node.step);
    const std::string step = node.step && !(one && one->value == 1) ? expr(*node.step) : "";
    const std::string var = m_names.define(*node.loopVar);
    line("for (" + spelled + " " + var + " = " + first + "; " + var + " < " + end + "; " +
         (step.empty() ? "++" + var : var + " += " + step) + ") {");
    body(*node.body);
    line("}");
}

void StatementWriter::write(const IfThenElse& node)
{
    line("if (" + c_like::withoutOuterParentheses(expr(*node.condition)) + ") {");
    body(*node.thenCase);
    if (node.elseCase) {
        line("} else {");
        body(*node.elseCase);
    }
    line("}");
}

void StatementWriter::write(const While& node)
{
    line("while (1) {");
    m_names.openScope();
    line("if (!(" + expr(*node.condition) + ")) { break; }");
    statement(*node.body);
    m_names.closeScope();
    line("}");
}

} // namespace tir::cuda_c
