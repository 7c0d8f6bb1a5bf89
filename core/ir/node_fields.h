/// The fields of a node that are not children (core/ir/children.h): equality compares and hashing mixes them. Names of
/// variables, buffers and blocks are left out: they are hints.

#pragma once

#include "core/ir/module.h"

namespace tir {

struct NodeFields {
    DType dtype = Void;    ///< of an expression or a buffer
    uint64_t number = 0;   ///< an operator, a kind, a constant
    uint64_t shape = 0;    ///< how many children of which group, where the total alone is ambiguous
    std::string_view text; ///< a name that matters: operation, key, thread tag, string constant
    Dict dict;             ///< attributes or annotations
    AttrValue subject;     ///< of an AttrStmt, if it is not a child
    const Type* type = nullptr;
};

NodeFields fieldsOf(const Node& node);

} // namespace tir
