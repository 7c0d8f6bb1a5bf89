/// Statements and prologue lines that bring buffers into being. (tvmscript.md 4.5 to 4.7)

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/ir/structural_equal.h"
#include "core/script/script_printer.h"

#include <algorithm>

namespace tir::script {
namespace {

bool readsBuffer(const Expr* expr, const Buffer* buffer)
{
    return contains(*expr, [buffer](const Node& node) { return &node == buffer; });
}

bool isConstant(ExprList extents)
{
    return std::ranges::all_of(extents, [](const Expr* extent) { return as<IntImm>(extent) != nullptr; });
}

int64_t valueOf(const Expr* constant)
{
    return to<IntImm>(*constant).value;
}

bool isSame(const Expr* a, const Expr* b)
{
    return a == b || structuralEqual(*a, *b);
}

bool isSame(ExprList a, ExprList b)
{
    return std::ranges::equal(a, b, [](const Expr* x, const Expr* y) { return isSame(x, y); });
}

} // namespace

void ScriptPrinter::matchBuffer(const Buffer& buffer, const Node* param)
{
    frame().statementStart = m_out->size();
    const At at(*this, &buffer);
    define(&buffer, buffer.name);
    const BufferCall call{.createsData = true, .frame = &frame()};
    prepareFields(buffer, call);
    line([&] {
        name(&buffer);
        plain(" = ");
        builtin("match_buffer");
        plain("(");
        name(param);
        bufferArguments(buffer, call, true);
    });
}

void ScriptPrinter::allocBuffer(const AllocBuffer& alloc, const Stmt* next, bool& isFused)
{
    const Buffer& buffer = *alloc.buffer;
    const At atBuffer(*this, &buffer);
    define(&buffer, buffer.name);
    BufferCall call{.createsData = true, .frame = &frame()};
    prepareFields(buffer, call);
    const Spelling* data = m_names.find(buffer.data);
    const bool ownsData = data && data->owner == &buffer;
    if (ownsData && isAllocScalar(buffer) && m_options.syntaxSugar && alloc.annotations.empty()) {
        const auto* store = as<BufferStore>(next);
        isFused = store && store->buffer == &buffer && !store->predicate && store->indices.size() == 1 &&
                  isConstInt(store->indices[0], 0) && !readsBuffer(store->value, &buffer);
        beginLine();
        name(&buffer);
        plain(": ");
        dtype(buffer.dtype);
        if (isFused) {
            plain(" = ");
            leave(); // the store is a statement of its own, beside the allocation
            leave();
            {
                const At atStore(*this, store);
                expr(store->value);
            }
            enter(&alloc);
            enter(&buffer);
        }
        endLine();
        return;
    }
    const std::string_view scope = buffer.scopeText();
    call.isScopeInName = scope == "shared" || scope == "local";
    line([&] {
        name(&buffer);
        plain(" = ");
        builtin(call.isScopeInName ? "alloc_" + std::string(scope) : "alloc_buffer");
        bufferArguments(buffer, call, false);
        if (!alloc.annotations.empty()) {
            m_out->text.pop_back(); // reopens the parenthesis
            plain(", annotations=");
            dict(alloc.annotations);
            plain(")");
        }
    });
}

void ScriptPrinter::declBuffer(const DeclBuffer& decl)
{
    const Buffer& buffer = *decl.buffer;
    const At atBuffer(*this, &buffer);
    if (m_options.syntaxSugar) {
        const std::vector<const Buffer*> parents = m_names.buffersOn(buffer.data);
        // TVM's order is that of a hash table; ours is the most recent first.
        for (auto parent = parents.rbegin(); parent != parents.rend(); ++parent)
            if (*parent != &buffer && declByParent(**parent, buffer))
                return;
    }
    define(&buffer, buffer.name);
    const BufferCall call{.createsData = false, .frame = &frame()};
    prepareFields(buffer, call);
    line([&] {
        name(&buffer);
        plain(" = ");
        if (isScalar(buffer) && m_options.syntaxSugar) {
            builtin("decl_scalar");
            plain("(");
            dtypeText(buffer.dtype);
            plain(", data=");
            expr(buffer.data);
            plain(", elem_offset=");
            expr(buffer.elemOffset);
            plain(", scope=");
            string(buffer.scopeText().empty() ? "global" : buffer.scopeText());
            plain(")");
            return;
        }
        builtin("decl_buffer");
        bufferArguments(buffer, call, false);
    });
}

bool ScriptPrinter::declByParent(const Buffer& parent, const Buffer& buffer)
{
    if (!isSame(parent.elemOffset, buffer.elemOffset)) {
        const bool areConstant = as<IntImm>(parent.elemOffset) && as<IntImm>(buffer.elemOffset);
        return areConstant && declAsSlice(parent, buffer);
    }
    return declAsView(parent, buffer);
}

bool ScriptPrinter::declAsSlice(const Buffer& parent, const Buffer& buffer)
{
    const size_t rank = parent.shape.size();
    if (!(parent.dtype == buffer.dtype) || rank != buffer.shape.size() || !isConstant(parent.shape) ||
        !isConstant(buffer.shape))
        return false;
    std::vector<int64_t> strides(rank, 1);
    for (size_t i = rank; i-- > 1;)
        strides[i - 1] = strides[i] * valueOf(parent.shape[i]);
    int64_t rest = valueOf(buffer.elemOffset) - valueOf(parent.elemOffset);
    std::vector<int64_t> starts;
    for (size_t i = 0; i < rank; ++i) {
        starts.push_back(strides[i] ? rest / strides[i] : 0);
        rest -= starts.back() * strides[i];
        if (starts.back() + valueOf(buffer.shape[i]) > valueOf(parent.shape[i]))
            return false;
    }
    if (rest != 0)
        return false;
    line([&] {
        define(&buffer, buffer.name);
        name(&buffer);
        plain(" = ");
        name(&parent);
        plain("[");
        for (size_t i = 0; i < rank; ++i) {
            separator(i);
            number(starts[i]);
            plain(":");
            expr(intImm(m_scratch, buffer.shape[i]->dtype, starts[i] + valueOf(buffer.shape[i])));
        }
        plain("]");
    });
    return true;
}

bool ScriptPrinter::declAsView(const Buffer& parent, const Buffer& buffer)
{
    const size_t rank = buffer.shape.size();
    const bool hasSameDType = parent.dtype == buffer.dtype;
    if (!hasSameDType) {
        if (rank == 0 || rank != parent.shape.size() || !isConstant(parent.shape.last(1)) ||
            !isConstant(buffer.shape.last(1)) ||
            !isSame(parent.shape.first(rank - 1), buffer.shape.first(rank - 1)))
            return false;
        const auto bits = [](const Buffer& of) {
            return valueOf(of.shape.back()) * of.dtype.bits * of.dtype.lanes;
        };
        if (bits(parent) != bits(buffer))
            return false;
    } else if (isSame(parent.shape, buffer.shape) || !isSame(parent.strides, buffer.strides)) {
        return false;
    }
    line([&] {
        define(&buffer, buffer.name);
        name(&buffer);
        plain(" = ");
        name(&parent);
        plain(".");
        token(TokenKind::Builtin, "view");
        plain("(");
        if (!hasSameDType) {
            dtypeText(buffer.dtype);
        } else {
            for (size_t i = 0; i < rank; ++i) {
                separator(i);
                expr(buffer.shape[i]);
            }
            if (buffer.layout && !isDefaultLayout(buffer)) {
                plain(", layout=");
                layout(buffer.layout);
            }
        }
        plain(")");
    });
    return true;
}

} // namespace tir::script
