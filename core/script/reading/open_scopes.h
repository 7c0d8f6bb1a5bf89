/// The open scopes around the statement being read: calls of the dialect add statements to them.

#pragma once

#include "core/ir/module.h"
#include "core/script/syntax/syntax.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tir::script {

/// An AttrStmt whose body is still to come.
struct OpenAttr {
    AttrValue node;
    std::string_view key;
    const Expr* value;
    Span span;
};

/// A block whose statements are being read.
struct BlockContext {
    std::string_view name;
    Span span;
    std::vector<const IterVar*> iterVars;
    std::vector<const Expr*> iterValues;
    std::vector<const BufferRegion*> reads;
    std::vector<const BufferRegion*> writes;
    bool hasReads = false;
    bool hasWrites = false;
    std::vector<const Buffer*> allocBuffers;
    std::vector<const MatchBufferRegion*> matchBuffers;
    std::vector<DictEntry> annotations;
    const Stmt* init = nullptr;
    const Expr* predicate = nullptr;
    bool noRealize = false;
};

/// A function while its statements are read.
struct FunctionContext {
    bool isSTir = false;
    const Statement* definition = nullptr;
    std::vector<const Var*> params;
    std::vector<BufferBinding> bufferMap;
    std::vector<DictEntry> attrs;
    std::vector<const Buffer*> rootAllocs;
    std::vector<std::pair<const Buffer*, Span>>
        describing; ///< matches of parameters being read, and their spans
};

struct OpenScopes {
    FunctionContext* function = nullptr;
    BlockContext* block = nullptr;
};

/// The loops around the statement being read, by variable.
using OpenLoops = std::unordered_map<const Var*, const Range*>;

/// Variables that a second assignment to their name binds again.
struct Variables {
    std::unordered_set<const Var*> bound;    ///< of Bind statements
    std::unordered_set<const Var*> declared; ///< of `x = T.int32()`
};

} // namespace tir::script
