#include "core/script/layouts.h"

#include "core/ir/make.h"
#include "core/script/printer.h"

namespace tir::script {
namespace {

std::string tuple(const std::vector<const Expr*>& items)
{
    if (items.size() == 1)
        return printExpr(*items[0]);
    std::string text = "(";
    for (size_t i = 0; i < items.size(); ++i)
        text += (i ? ", " : "") + printExpr(*items[i]);
    return text + ")";
}

} // namespace

std::string defaultLayoutText(ExprList shape)
{
    if (shape.empty())
        return "T.TileLayout.from_iters()";
    if (shape.size() == 1 && isConstInt(shape[0], 1))
        return "T.TileLayout(T.S[1:1])"; // of every scalar, so asked for often
    Arena scratch;
    std::vector<const Expr*> strides(shape.size());
    const Expr* stride = intImm(scratch, shape.back()->dtype, 1);
    for (size_t i = shape.size(); i-- > 0;) {
        strides[i] = stride;
        stride = mul(scratch, stride, shape[i]);
    }
    return "T.TileLayout(T.S[" + tuple({shape.begin(), shape.end()}) + ":" + tuple(strides) + "])";
}

} // namespace tir::script
