/// Statements. Definitions are *flat*: a Bind, AllocBuffer or DeclBuffer is visible in all later siblings and
/// everything nested in them, until the innermost body around it ends. Bodies are those of functions, AttrStmt, For,
/// While, each branch of IfThenElse, and a block's init and body. A SeqStmt is not a body: two sibling AttrStmts are
/// two scopes, and no scope exists without a statement.

#pragma once

#include "core/ir/buffer.h"

namespace tir {

/// Defines `var` for the rest of the enclosing body.
struct Bind : Stmt {
    static constexpr NodeKind Kind = NodeKind::Bind;
    const Var* var;
    const Expr* value;
    Bind(const Var* variable, const Expr* bound) : Stmt(Kind), var(variable), value(bound) {}
};

/// Allocates `buffer.data` and declares `buffer`.
struct AllocBuffer : Stmt {
    static constexpr NodeKind Kind = NodeKind::AllocBuffer;
    const Buffer* buffer;
    Dict annotations;
    explicit AllocBuffer(const Buffer* allocated, Dict notes = {})
        : Stmt(Kind),
          buffer(allocated),
          annotations(notes)
    {}
};

/// Declares `buffer` over an existing pointer.
struct DeclBuffer : Stmt {
    static constexpr NodeKind Kind = NodeKind::DeclBuffer;
    const Buffer* buffer;
    explicit DeclBuffer(const Buffer* declared) : Stmt(Kind), buffer(declared) {}
};

struct BufferStore : Stmt {
    static constexpr NodeKind Kind = NodeKind::BufferStore;
    const Buffer* buffer;
    const Expr* value;
    ExprList indices;
    const Expr* predicate; ///< null: unconditional
    BufferStore(const Buffer* target, const Expr* stored, ExprList where, const Expr* mask = nullptr)
        : Stmt(Kind),
          buffer(target),
          value(stored),
          indices(where),
          predicate(mask)
    {}
};

/// Evaluate(0) does nothing; it is how a mutator deletes a flat statement.
struct Evaluate : Stmt {
    static constexpr NodeKind Kind = NodeKind::Evaluate;
    const Expr* value;
    explicit Evaluate(const Expr* expression) : Stmt(Kind), value(expression) {}
};

/// Raises `errorKind` with the joined parts when the condition is false. Owns no body.
struct AssertStmt : Stmt {
    static constexpr NodeKind Kind = NodeKind::AssertStmt;
    const Expr* condition;
    std::string_view errorKind;
    ExprList messageParts; ///< StringImm, or OpaqueExpr where the text left metadata out
    AssertStmt(const Expr* test, std::string_view error, ExprList parts)
        : Stmt(Kind),
          condition(test),
          errorKind(error),
          messageParts(parts)
    {}
};

struct Break : Stmt {
    static constexpr NodeKind Kind = NodeKind::Break;
    Break() : Stmt(Kind) {}
};

struct Continue : Stmt {
    static constexpr NodeKind Kind = NodeKind::Continue;
    Continue() : Stmt(Kind) {}
};

/// Two or more statements, none of which is a SeqStmt. Build it with `sequence` (make.h).
struct SeqStmt : Stmt {
    static constexpr NodeKind Kind = NodeKind::SeqStmt;
    std::span<const Stmt* const> seq;
    explicit SeqStmt(std::span<const Stmt* const> statements) : Stmt(Kind), seq(statements) {}
};

/// `value` is evaluated, `node` is data. With key "thread_extent" the node is an IterVar and the value
/// its extent; with key "target" the node is a Target, and the body is a device region.
struct AttrStmt : Stmt {
    static constexpr NodeKind Kind = NodeKind::AttrStmt;
    AttrValue node;
    std::string_view key;
    const Expr* value;
    const Stmt* body;
    AttrStmt(const AttrValue& subject, std::string_view attribute, const Expr* attributeValue,
             const Stmt* inner)
        : Stmt(Kind),
          node(subject),
          key(attribute),
          value(attributeValue),
          body(inner)
    {}
    /// The thread axis of a launch (thread_extent, virtual_thread); null for everything else.
    const IterVar* iterVar() const
    {
        return as<IterVar>(node.node());
    }
};

/// TVM's numbers.
enum class ForKind : uint8_t { Serial = 0, Parallel = 1, Vectorized = 2, Unrolled = 3, ThreadBinding = 4 };

struct For : Stmt {
    static constexpr NodeKind Kind = NodeKind::For;
    const Var* loopVar;
    const Expr* min;
    const Expr* extent;
    ForKind forKind;
    const Stmt* body;
    const IterVar* threadBinding; ///< set exactly for ThreadBinding
    Dict annotations;
    const Expr* step; ///< null: 1
    For(const Var* variable, const Expr* first, const Expr* count, ForKind loopKind, const Stmt* inner,
        const IterVar* binding = nullptr, Dict notes = {}, const Expr* stride = nullptr)
        : Stmt(Kind),
          loopVar(variable),
          min(first),
          extent(count),
          forKind(loopKind),
          body(inner),
          threadBinding(binding),
          annotations(notes),
          step(stride)
    {}
};

struct While : Stmt {
    static constexpr NodeKind Kind = NodeKind::While;
    const Expr* condition;
    const Stmt* body;
    While(const Expr* test, const Stmt* inner) : Stmt(Kind), condition(test), body(inner) {}
};

struct IfThenElse : Stmt {
    static constexpr NodeKind Kind = NodeKind::IfThenElse;
    const Expr* condition;
    const Stmt* thenCase;
    const Stmt* elseCase; ///< may be null
    IfThenElse(const Expr* test, const Stmt* whenTrue, const Stmt* whenFalse = nullptr)
        : Stmt(Kind),
          condition(test),
          thenCase(whenTrue),
          elseCase(whenFalse)
    {}
};

/// A schedulable block: iteration domain, declared accesses, private buffers.
struct SBlock : Stmt {
    static constexpr NodeKind Kind = NodeKind::SBlock;
    std::span<const IterVar* const> iterVars;
    std::span<const BufferRegion* const> reads;
    std::span<const BufferRegion* const> writes;
    std::string_view name;
    std::span<const Buffer* const> allocBuffers;
    std::span<const MatchBufferRegion* const> matchBuffers;
    Dict annotations;
    const Stmt* init; ///< may be null
    const Stmt* body;
    SBlock(std::string_view hint, const Stmt* inner) : Stmt(Kind), name(hint), init(nullptr), body(inner) {}
};

struct SBlockRealize : Stmt {
    static constexpr NodeKind Kind = NodeKind::SBlockRealize;
    ExprList iterValues;
    const Expr* predicate;
    const SBlock* block;
    SBlockRealize(ExprList values, const Expr* guard, const SBlock* inner)
        : Stmt(Kind),
          iterValues(values),
          predicate(guard),
          block(inner)
    {}
};

} // namespace tir
