/// Expressions. Constructors store their arguments; core/ir/make.h checks types and folds.

#pragma once

#include "core/ir/attr_value.h"
#include "core/ir/node.h"
#include "core/ir/op.h"
#include "core/ir/type.h"

#include <span>
#include <string_view>

namespace tir {

struct Buffer;
struct CommReducer;
struct GlobalVar;
struct IterVar;

using ExprList = std::span<const Expr* const>;
using VarList = std::span<const struct Var* const>;

/// An integer or boolean constant; of an unsigned 64-bit type, `value` holds its bits.
struct IntImm : Expr {
    static constexpr NodeKind Kind = NodeKind::IntImm;
    int64_t value;
    IntImm(DType type, int64_t constant) : Expr(Kind, type), value(constant) {}
};

/// A floating constant of any float type, bf16, fp8 and fp4 included, held as a double.
struct FloatImm : Expr {
    static constexpr NodeKind Kind = NodeKind::FloatImm;
    double value;
    FloatImm(DType type, double constant) : Expr(Kind, type), value(constant) {}
};

/// Raw bytes; the type is handle.
struct StringImm : Expr {
    static constexpr NodeKind Kind = NodeKind::StringImm;
    std::string_view value;
    explicit StringImm(std::string_view text) : Expr(Kind, Handle), value(text) {}
};

/// `metadata["tirx.StringImm"][3]` in a text without its metadata section: an opaque constant.
/// Equal to another one if both type key and index agree.
struct OpaqueExpr : Expr {
    static constexpr NodeKind Kind = NodeKind::OpaqueExpr;
    std::string_view typeKey;
    int64_t index;
    OpaqueExpr(std::string_view key, int64_t number) : Expr(Kind, Handle), typeKey(key), index(number) {}
};

/// A variable. Its identity is its address; the name is a hint for people.
struct Var : Expr {
    static constexpr NodeKind Kind = NodeKind::Var;
    std::string_view name;
    const Type* type;
    bool isSize; ///< promises to be non-negative (TVM's SizeVar)
    Var(std::string_view hint, const Type* annotation, bool isSizeVar = false)
        : Expr(Kind, runtimeDType(annotation)),
          name(hint),
          type(annotation),
          isSize(isSizeVar)
    {}
};

struct Cast : Expr {
    static constexpr NodeKind Kind = NodeKind::Cast;
    const Expr* value;
    Cast(DType type, const Expr* operand) : Expr(Kind, type), value(operand) {}
};

/// Div and Mod truncate as in C. Comparisons, And and Or are boolean.
enum class BinaryOp : uint8_t {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    FloorDiv,
    FloorMod,
    Min,
    Max, // NOLINT: one line reads as one table
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    And,
    Or,
};

/// TVM's class name: "FloorDiv".
std::string_view toString(BinaryOp op);
inline bool isComparison(BinaryOp op)
{
    return op >= BinaryOp::EQ && op <= BinaryOp::GE;
}
inline bool isArithmetic(BinaryOp op)
{
    return op < BinaryOp::EQ;
}

/// Both operands have the same dtype; And and Or take booleans.
struct Binary : Expr {
    static constexpr NodeKind Kind = NodeKind::Binary;
    BinaryOp op;
    const Expr* a;
    const Expr* b;
    Binary(BinaryOp operation, const Expr* left, const Expr* right)
        : Expr(Kind, isArithmetic(operation) ? left->dtype : Bool.withLanes(left->dtype.lanes)),
          op(operation),
          a(left),
          b(right)
    {}
};

struct Not : Expr {
    static constexpr NodeKind Kind = NodeKind::Not;
    const Expr* value;
    explicit Not(const Expr* operand) : Expr(Kind, operand->dtype), value(operand) {}
};

/// Both values may be evaluated, whatever the condition; `if_then_else` (a call) evaluates one only.
struct Select : Expr {
    static constexpr NodeKind Kind = NodeKind::Select;
    const Expr* condition;
    const Expr* trueValue;
    const Expr* falseValue;
    Select(const Expr* test, const Expr* whenTrue, const Expr* whenFalse)
        : Expr(Kind, whenTrue->dtype),
          condition(test),
          trueValue(whenTrue),
          falseValue(whenFalse)
    {}
};

/// The element (or, with a vector as last index, the elements) of `buffer` in the buffer's dtype.
struct BufferLoad : Expr {
    static constexpr NodeKind Kind = NodeKind::BufferLoad;
    const Buffer* buffer;
    ExprList indices;
    const Expr* predicate; ///< null: unconditional
    BufferLoad(DType type, const Buffer* source, ExprList where, const Expr* mask = nullptr)
        : Expr(Kind, type),
          buffer(source),
          indices(where),
          predicate(mask)
    {}
};

/// High-level only; never in lowered programs. Kept by name.
struct ProducerLoad : Expr {
    static constexpr NodeKind Kind = NodeKind::ProducerLoad;
    std::string_view producer;
    ExprList indices;
    ProducerLoad(DType type, std::string_view name, ExprList where)
        : Expr(Kind, type),
          producer(name),
          indices(where)
    {}
};

/// base, base + stride, … : `lanes` values.
struct Ramp : Expr {
    static constexpr NodeKind Kind = NodeKind::Ramp;
    const Expr* base;
    const Expr* stride;
    Ramp(const Expr* first, const Expr* step, int lanes)
        : Expr(Kind, first->dtype.withLanes(lanes)),
          base(first),
          stride(step)
    {}
};

struct Broadcast : Expr {
    static constexpr NodeKind Kind = NodeKind::Broadcast;
    const Expr* value;
    Broadcast(const Expr* scalar, int lanes) : Expr(Kind, scalar->dtype.withLanes(lanes)), value(scalar) {}
};

/// Concatenates the vectors, then picks lanes; one index extracts a scalar.
struct Shuffle : Expr {
    static constexpr NodeKind Kind = NodeKind::Shuffle;
    ExprList vectors;
    ExprList indices;
    Shuffle(ExprList sources, ExprList picks)
        : Expr(Kind, sources[0]->dtype.withLanes(int(picks.size()))),
          vectors(sources),
          indices(picks)
    {}
};

/// Expression-level let. (The statement is Bind.)
struct Let : Expr {
    static constexpr NodeKind Kind = NodeKind::Let;
    const Var* var;
    const Expr* value;
    const Expr* body;
    Let(const Var* variable, const Expr* bound, const Expr* result)
        : Expr(Kind, result->dtype),
          var(variable),
          value(bound),
          body(result)
    {}
};

/// Calls an operation, or a function of the module; exactly one of `op` and `function` is set.
struct Call : Expr {
    static constexpr NodeKind Kind = NodeKind::Call;
    const Op* op;
    const GlobalVar* function;
    ExprList args;
    Dict annotations;
    Call(DType type, const Op* operation, ExprList arguments, Dict notes = {})
        : Expr(Kind, type),
          op(operation),
          function(nullptr),
          args(arguments),
          annotations(notes)
    {}
    Call(DType type, const GlobalVar* callee, ExprList arguments, Dict notes = {})
        : Expr(Kind, type),
          op(nullptr),
          function(callee),
          args(arguments),
          annotations(notes)
    {}
    bool isOp(OpId id) const { return op && op->is(id); }
    /// A call of an operation that is not in the list.
    bool isUnlistedOp(std::string_view registeredName) const { return op && op->isUnlisted(registeredName); }
    /// OpId::Unknown also for a call of a function.
    OpId opId() const { return op ? op->id : OpId::Unknown; }
};

/// Only before lowering.
struct Reduce : Expr {
    static constexpr NodeKind Kind = NodeKind::Reduce;
    const CommReducer* combiner;
    ExprList source;
    ExprList init;
    std::span<const IterVar* const> axis;
    const Expr* condition;
    int valueIndex;
    Reduce(const CommReducer* reducer, ExprList values, ExprList initial,
           std::span<const IterVar* const> axes, const Expr* guard, int index)
        : Expr(Kind, values[size_t(index)]->dtype),
          combiner(reducer),
          source(values),
          init(initial),
          axis(axes),
          condition(guard),
          valueIndex(index)
    {}
};

// ---- pieces of expressions and statements that are not expressions themselves

/// [min, min + extent)
struct Range : Node {
    static constexpr NodeKind Kind = NodeKind::Range;
    const Expr* min;
    const Expr* extent;
    Dict kept; ///< arguments that the text gave and this version does not know
    Range(const Expr* first, const Expr* count) : Node(Kind), min(first), extent(count) {}
};

/// TVM's numbers.
enum class IterType : uint8_t {
    DataPar,
    ThreadIndex,
    CommReduce,
    Ordered,
    Opaque,
    Unrolled,
    Vectorized,
    Parallelized,
    Tensorized, // NOLINT
};
std::string_view toString(IterType type);

/// An iteration variable; for launches, the thread tag names the hardware axis ("threadIdx.x").
struct IterVar : Node {
    static constexpr NodeKind Kind = NodeKind::IterVar;
    const Range* dom; ///< may be null
    const Var* var;
    IterType iterType;
    std::string_view threadTag;
    Dict kept; ///< arguments that the text gave and this version does not know
    IterVar(const Range* domain, const Var* variable, IterType type, std::string_view tag)
        : Node(Kind),
          dom(domain),
          var(variable),
          iterType(type),
          threadTag(tag)
    {}
};

/// Of a thread axis whose instances one thread executes. Which of these spellings a pass of TVM knows differs.
inline bool isVirtualThreadTag(std::string_view tag)
{
    return tag.starts_with("vthread") || tag == "cthread";
}

/// `lhs`, `rhs` are definitions; one result and one identity element per pair.
struct CommReducer : Node {
    static constexpr NodeKind Kind = NodeKind::CommReducer;
    VarList lhs;
    VarList rhs;
    ExprList result;
    ExprList identity;
    Dict kept; ///< arguments that the text gave and this version does not know
    CommReducer(VarList left, VarList right, ExprList results, ExprList identities)
        : Node(Kind),
          lhs(left),
          rhs(right),
          result(results),
          identity(identities)
    {}
};

struct IndexMap : Node {
    static constexpr NodeKind Kind = NodeKind::IndexMap;
    VarList initial;
    ExprList final;
    const IndexMap* inverse; ///< may be null
    IndexMap(VarList from, ExprList to, const IndexMap* back)
        : Node(Kind),
          initial(from),
          final(to),
          inverse(back)
    {}
};

/// A function of the module, by name. Identity across modules is the name.
struct GlobalVar : Node {
    static constexpr NodeKind Kind = NodeKind::GlobalVar;
    std::string_view name;
    explicit GlobalVar(std::string_view hint) : Node(Kind), name(hint) {}
};

} // namespace tir
