/// What a node holds besides its children (core/ir/children.h): the fields that equality compares and
/// hashing mixes. Names of variables, buffers and blocks are left out: they are hints.

#pragma once

#include "core/ir/module.h"

namespace tir {

struct NodeFields {
    DType dtype = Void;    ///< of an expression or a buffer
    uint64_t number = 0;   ///< an operator, a kind, a constant
    uint64_t shape = 0;    ///< how many children of which group, where the total alone is ambiguous
    std::string_view text; ///< a name that matters: operation, key, thread tag, string constant
    Dict dict;             ///< attributes or annotations
    AttrValue subject;     ///< of an AttrStmt, when it is no child
    const Type* type = nullptr;
};

NodeFields fieldsOf(const Node& node);

} // namespace tir
