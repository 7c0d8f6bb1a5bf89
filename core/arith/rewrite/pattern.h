/// The sides and conditions of rewrite rules: small expressions over letters, read from text once.
///
///     x y z s t w     any expression; a letter that occurs twice matches equal expressions
///     b1 s2 …         the same, with a digit
///     c c1 c2 c3      integer constants
///     L               a number of lanes, in ramp(base, stride, L) and broadcast(value, L)
///     2  0.0  true    constants; numbers take the type of what they are used with
///
/// Operators are Python's: + - * // % < <= > >= == != and or not; functions are truncdiv, truncmod, min, max,
/// select, ramp, broadcast.

#pragma once

#include "core/arith/unique_exprs.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace tir::arith {

/// The expressions that the letters of a pattern match.
struct Bindings {
    static constexpr size_t MaxLetters = 10;

    std::array<const Expr*, MaxLetters> letters{};
    int lanes = 0; ///< 0: not bound

    const Expr* operator[](size_t letter) const { return letters[letter]; }
};

/// The letters of one rule, in the order of their first occurrence.
class Letters {
public:
    size_t indexOf(std::string_view name);
    size_t count() const { return m_names.size(); }
    std::string_view name(size_t index) const { return m_names[index]; }
    static bool isConstant(std::string_view name) { return name.front() == 'c'; }

private:
    std::vector<std::string_view> m_names;
};

class Pattern {
public:
    enum class Kind : uint8_t {
        Letter,
        Constant,
        Number,
        Real,
        Boolean,
        Binary,
        Not,
        Select,
        Ramp,
        Broadcast
    };
    struct Node {
        Kind kind;
        BinaryOp op = BinaryOp::Add;
        uint8_t letter = 0;
        std::array<uint8_t, 3> children{};
        int64_t number = 0; ///< of a Real: the number times one
    };

    /// InternalError for a text that is not a pattern. With `isMirrored`, min and max change places.
    static Pattern parse(std::string_view text, Letters& letters, bool isMirrored = false);

    /// `expr` is unique. Adds to `bindings`, also when it fails.
    bool match(const Expr* expr, Bindings& bindings) const { return match(m_root, expr, bindings); }
    /// Folds constants. `type` is that of a result that is a number. Sets `overflows` if folding the constants wrapped.
    const Expr* build(UniqueExprs& exprs, const Bindings& bindings, DType type, bool& overflows) const
    {
        return build(exprs, m_root, bindings, type, overflows);
    }
    /// The value of a pattern over constants; nothing if it overflows or divides by zero.
    std::optional<int64_t> evaluate(const Bindings& bindings) const { return evaluate(m_root, bindings); }
    /// Only constants and numbers occur in it.
    bool isNumeric() const;

    const Node& root() const { return m_nodes[m_root]; }
    const Node& node(size_t index) const { return m_nodes[index]; }

private:
    friend class PatternParser;

    bool match(size_t at, const Expr* expr, Bindings& bindings) const;
    const Expr* build(UniqueExprs& exprs, size_t at, const Bindings& bindings, DType type,
                      bool& overflows) const;
    const Expr* buildBinary(UniqueExprs& exprs, const Node& node, const Bindings& bindings, DType type,
                            bool& overflows) const;
    std::optional<int64_t> evaluate(size_t at, const Bindings& bindings) const;
    bool isUntyped(size_t at) const;

    std::vector<Node> m_nodes;
    size_t m_root = 0;
};

/// A condition on the matched expressions: `c1 > 0`, `c2 divides c1`; or a fact that must be provable: `x >= 0`, `y %
/// c2 < c1`, `x == 0`; or `discardable(x)`: evaluating x at most reads state; or `exact(x)`: x is not a float, so that
/// one of x < y, x == y, x > y holds.
struct Condition {
    enum class Kind : uint8_t { Numeric, Divides, AtLeast, LessThan, Equal, Discardable, Exact };
    Kind kind;
    BinaryOp op = BinaryOp::EQ; ///< of a numeric one
    Pattern left;
    Pattern right;

    /// Conditions are separated by commas.
    static std::vector<Condition> parseAll(std::string_view text, Letters& letters);
};

} // namespace tir::arith
