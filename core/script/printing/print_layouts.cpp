/// Layouts.

#include "core/ir/make.h"
#include "core/script/printing/declaration_printer.h"
#include "core/script/printing/expression_printer.h"
#include "core/script/printing/value_printer.h"

#include <algorithm>

namespace tir::script {

void ValuePrinter::layout(const Layout* layout)
{
    if (!layout) {
        keyword("None");
        return;
    }
    const At at(*this, layout);
    if (const auto* swizzle = as<SwizzleLayout>(layout)) {
        builtin("SwizzleLayout");
        plain("(");
        for (const int field : {swizzle->perElement, swizzle->swizzleLen, swizzle->atomLen}) {
            number(field);
            plain(", ");
        }
        plain("swizzle_inner=");
        keyword(swizzle->swizzleInner ? "True" : "False");
        unknownArguments(layout->kept);
        plain(")");
    } else if (const auto* compose = as<ComposeLayout>(layout)) {
        builtin("ComposeLayout");
        plain("(");
        this->layout(compose->swizzle);
        plain(", ");
        this->layout(compose->tile);
        unknownArguments(layout->kept);
        plain(")");
    } else {
        tileLayout(to<TileLayout>(*layout));
    }
}

void ValuePrinter::tileLayout(const TileLayout& tile)
{
    builtin("TileLayout");
    const auto keeps = [](const Iter* iter) { return !iter->kept.empty(); };
    const bool keepsAny = std::ranges::any_of(tile.shard, keeps) || std::ranges::any_of(tile.replica, keeps);
    if (keepsAny || (tile.shard.empty() && tile.replica.empty())) {
        plain(".");
        token(TokenKind::Builtin, "from_iters");
        plain("(");
        if (keepsAny) {
            iterList(tile.shard);
            plain(", ");
            iterList(tile.replica);
            plain(tile.offset.empty() ? "" : ", ");
        }
        for (size_t i = 0; i < tile.offset.size(); ++i) {
            plain(i == 0 ? "offset={" : ", ");
            string(tile.offset[i].axis);
            plain(": ");
            m_expressions.expr(tile.offset[i].value);
        }
        plain(tile.offset.empty() ? "" : "}");
        unknownArguments(tile.kept, {}, tile.offset.empty() && !keepsAny);
        plain(")");
        return;
    }
    plain("(");
    if (!tile.shard.empty())
        iters("S", tile.shard);
    if (!tile.replica.empty()) {
        plain(tile.shard.empty() ? "" : " + ");
        iters("R", tile.replica);
    }
    const bool isSum = tile.offset.size() > 1;
    for (size_t i = 0; i < tile.offset.size(); ++i) {
        plain(i == 0 && isSum ? " + (" : " + ");
        along(tile.offset[i].value, tile.offset[i].axis, i == 0 && isSum ? Binding::Sum : Binding::Product);
    }
    plain(isSum ? ")" : "");
    unknownArguments(tile.kept);
    plain(")");
}

void ValuePrinter::iters(std::string_view name, IterList list)
{
    builtin(name);
    plain("[");
    const auto each = [&](auto&& print) {
        plain(list.size() == 1 ? "" : "(");
        for (size_t i = 0; i < list.size(); ++i) {
            separator(i);
            const At at(*this, list[i]);
            print(*list[i]);
        }
        plain(list.size() == 1 ? "" : ")");
    };
    each([&](const Iter& iter) { m_expressions.expr(iter.extent); });
    plain(":");
    each([&](const Iter& iter) { along(iter.stride, iter.axis, Binding::Or); });
    plain("]");
}

void ValuePrinter::iterList(IterList list)
{
    plain("[");
    for (size_t i = 0; i < list.size(); ++i) {
        separator(i);
        iter(*list[i]);
    }
    plain("]");
}

void ValuePrinter::iter(const Iter& iter)
{
    const At at(*this, &iter);
    builtin("Iter");
    plain("(");
    m_expressions.expr(iter.extent);
    plain(", ");
    m_expressions.expr(iter.stride);
    plain(", ");
    string(iter.axis);
    unknownArguments(iter.kept);
    plain(")");
}

/// `value @ Axis.name`; the memory axis is not written.
void ValuePrinter::along(const Expr* value, std::string_view axis, Binding loosest)
{
    m_expressions.operand(value, axis == MemoryAxis ? loosest : Binding::Product);
    if (axis == MemoryAxis)
        return;
    plain(" @ Axis.");
    token(TokenKind::Builtin, axis);
}

} // namespace tir::script
