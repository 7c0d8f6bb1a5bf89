#include "core/script/reading/value.h"

namespace tir::script {

std::string_view describe(Value::Kind kind)
{
    switch (kind) {
    case Value::Kind::Error:
        return "an error";
    case Value::Kind::None:
        return "None";
    case Value::Kind::Bool:
        return "a boolean";
    case Value::Kind::Int:
        return "an integer";
    case Value::Kind::BigInt:
        return "an integer from 2**63 on";
    case Value::Kind::Float:
        return "a float";
    case Value::Kind::String:
        return "a string";
    case Value::Kind::Sequence:
        return "a tuple or list";
    case Value::Kind::Dict:
        return "a dictionary";
    case Value::Kind::Expr:
        return "an expression";
    case Value::Kind::Buffer:
    case Value::Kind::BufferObject:
        return "a buffer";
    case Value::Kind::Node:
        return "an object";
    case Value::Kind::Type:
        return "a type";
    case Value::Kind::Builtin:
    case Value::Kind::Infra:
        return "a name of the dialect";
    case Value::Kind::ModuleName:
        return "the module";
    case Value::Kind::Function:
        return "a function";
    case Value::Kind::Lambda:
        return "a lambda";
    case Value::Kind::Opaque:
        return "an object of the metadata";
    case Value::Kind::Foreign:
        return "something only Python can evaluate";
    }
    return {};
}

} // namespace tir::script
