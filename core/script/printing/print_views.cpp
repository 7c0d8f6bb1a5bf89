/// A DeclBuffer in terms of a buffer on the same data: `E = D[32:96]`, `E = D.view(8, 8)`, `E = D.local()`.

#include "core/ir/make.h"
#include "core/ir/structural_equal.h"
#include "core/script/common/buffer_views.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/value_printer.h"
#include "core/support/checked_math.h"

#include <algorithm>
#include <numeric>

namespace tir::script {
namespace {

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

bool DeclarationPrinter::declByParent(const Buffer& parent, const Buffer& buffer)
{
    if (!isSame(parent.elemOffset, buffer.elemOffset)) {
        const bool areConstant = as<IntImm>(parent.elemOffset) && as<IntImm>(buffer.elemOffset);
        return areConstant && declAsSlice(parent, buffer);
    }
    return declAsLocal(parent, buffer) || declAsRetyped(parent, buffer) || declAsPermuted(parent, buffer) ||
           declAsPartition(parent, buffer) || declAsReshaped(parent, buffer);
}

bool DeclarationPrinter::declAsSlice(const Buffer& parent, const Buffer& buffer)
{
    const size_t rank = parent.shape.size();
    if (!(parent.dtype == buffer.dtype) || rank != buffer.shape.size() || !isConstant(parent.shape) ||
        !isConstant(buffer.shape))
        return false;
    // Equal numbers: the types of the offsets differ. A reader takes the extents for being of the offset's
    // type.
    const DType offsetType = buffer.elemOffset->dtype;
    const bool isWhole = valueOf(buffer.elemOffset) == valueOf(parent.elemOffset);
    const auto isAsOffset = [&](const Expr* extent) { return extent->dtype == offsetType; };
    if (isWhole && !std::ranges::all_of(buffer.shape, isAsOffset))
        return false;
    std::vector<int64_t> strides(rank, 1);
    for (size_t i = rank; i-- > 1;)
        strides[i - 1] = strides[i] * valueOf(parent.shape[i]);
    int64_t rest = valueOf(buffer.elemOffset) - valueOf(parent.elemOffset);
    std::vector<int64_t> starts;
    for (size_t i = 0; i < rank; ++i) {
        starts.push_back(strides[i] ? rest / strides[i] : 0);
        rest -= starts.back() * strides[i];
        // The text of a slice cannot express a boolean extent.
        const bool isOutside = starts.back() + valueOf(buffer.shape[i]) > valueOf(parent.shape[i]);
        if (isOutside || buffer.shape[i]->dtype.isBool())
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
            const DType type = isWhole ? Int64 : buffer.shape[i]->dtype; // the wider one
            m_expressions.expr(intImm(m_context.scratch, type, starts[i] + valueOf(buffer.shape[i])));
        }
        plain("]");
    });
    return true;
}

template <class Print>
bool DeclarationPrinter::declByMethod(const Buffer& parent, const Buffer& buffer, std::string_view method,
                                      Print&& arguments)
{
    line([&] {
        define(&buffer, buffer.name);
        name(&buffer);
        plain(" = ");
        name(&parent);
        plain(".");
        token(TokenKind::Builtin, method);
        plain("(");
        arguments();
        plain(")");
    });
    return true;
}

bool DeclarationPrinter::declAsLocal(const Buffer& parent, const Buffer& buffer)
{
    const std::optional<BufferView> whole = localView(m_context.scratch, parent, {});
    if (!whole)
        return false;
    if (isView(*whole, buffer))
        return declByMethod(parent, buffer, "local", [] {});
    if (!isView(*localView(m_context.scratch, parent, buffer.shape), buffer))
        return false;
    return declByMethod(parent, buffer, "local", [&] { m_expressions.list(buffer.shape, "", ""); });
}

bool DeclarationPrinter::declAsRetyped(const Buffer& parent, const Buffer& buffer)
{
    const size_t rank = buffer.shape.size();
    if (parent.dtype == buffer.dtype || rank == 0 || rank != parent.shape.size() ||
        !isConstant(parent.shape.last(1)) || !isConstant(buffer.shape.last(1)) ||
        !isSame(parent.shape.first(rank - 1), buffer.shape.first(rank - 1)))
        return false;
    const auto bits = [](const Buffer& of) {
        return limitedProduct(valueOf(of.shape.back()), int64_t(of.dtype.bits) * of.dtype.lanes);
    };
    const bool isPackable =
        !parent.layout || retypedLayout(m_context.scratch, parent, buffer.dtype, buffer.shape);
    if (bits(parent) != bits(buffer) || !isPackable)
        return false;
    return declByMethod(parent, buffer, "view", [&] { m_values.dtypeText(buffer.dtype); });
}

bool DeclarationPrinter::declAsPermuted(const Buffer& parent, const Buffer& buffer)
{
    constexpr size_t MostAxes = 6;
    const auto* tile = as<TileLayout>(parent.layout);
    if (!tile || tile->shard.size() != parent.shape.size() || buffer.shape.size() != parent.shape.size() ||
        parent.shape.size() > MostAxes)
        return false;
    std::vector<size_t> axes(parent.shape.size());
    std::iota(axes.begin(), axes.end(), size_t(0));
    while (std::ranges::next_permutation(axes).found) {
        const std::optional<BufferView> view = permutedView(m_context.scratch, parent, axes);
        if (!view || !isView(*view, buffer))
            continue;
        return declByMethod(parent, buffer, "permute", [&] {
            for (size_t i = 0; i < axes.size(); ++i) {
                separator(i);
                number(int64_t(axes[i]));
            }
        });
    }
    return false;
}

bool DeclarationPrinter::declAsPartition(const Buffer& parent, const Buffer& buffer)
{
    const size_t rank = parent.shape.size();
    if (rank == 0 || buffer.shape.size() != 2 * rank || buffer.strides.empty())
        return false;
    const ExprList counts = buffer.shape.first(rank);
    const std::optional<BufferView> view = partitionedView(m_context.scratch, parent, counts);
    if (!view || !isView(*view, buffer))
        return false;
    return declByMethod(parent, buffer, "partition", [&] {
        plain("num_tiles=");
        shape(counts);
    });
}

bool DeclarationPrinter::declAsReshaped(const Buffer& parent, const Buffer& buffer)
{
    if (!(parent.dtype == buffer.dtype) || isSame(parent.shape, buffer.shape) ||
        !isSame(parent.strides, buffer.strides))
        return false;
    return declByMethod(parent, buffer, "view", [&] {
        m_expressions.list(buffer.shape, "", "");
        if (buffer.layout && !isDefaultLayout(buffer) &&
            !(parent.layout && structuralEqual(*parent.layout, *buffer.layout))) {
            plain(", layout=");
            m_values.layout(buffer.layout);
        }
    });
}

} // namespace tir::script
