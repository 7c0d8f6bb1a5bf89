#include "core/codegen/c_like/operators.h"

namespace tir {

std::string_view symbolOf(BinaryOp op)
{
    switch (op) {
    case BinaryOp::Add:
        return "+";
    case BinaryOp::Sub:
        return "-";
    case BinaryOp::Mul:
        return "*";
    case BinaryOp::Div:
        return "/";
    case BinaryOp::Mod:
        return "%";
    case BinaryOp::EQ:
        return "==";
    case BinaryOp::NE:
        return "!=";
    case BinaryOp::LT:
        return "<";
    case BinaryOp::LE:
        return "<=";
    case BinaryOp::GT:
        return ">";
    case BinaryOp::GE:
        return ">=";
    case BinaryOp::And:
        return "&&";
    case BinaryOp::Or:
        return "||";
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
    case BinaryOp::Min:
    case BinaryOp::Max:
        break;
    }
    return {};
}

} // namespace tir
