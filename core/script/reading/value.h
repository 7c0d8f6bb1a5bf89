/// The value of an expression of the text: a Python value, a piece of IR, or a name of the dialect that can be called.

#pragma once

#include "core/ir/module.h"
#include "core/script/syntax/syntax.h"

namespace tir::script {

struct ValueEntry;

struct Value {
    enum class Kind : uint8_t {
        Error, ///< reported already: whatever uses it stays silent
        None,
        Bool,
        Int,
        BigInt, ///< an integer from 2^63 on, which only a constant of type uint64 can have; `integer` has its bits
        Float,
        String,
        Sequence, ///< a tuple or list
        Dict,
        Expr,
        Buffer,       ///< as an operand, a buffer of one element denotes that element
        BufferObject, ///< `x.buffer`: the buffer itself
        Node,         ///< region, range, iteration variable, reducer, index map, target, layout …
        Type,         ///< `T.int32`: a type, which can be called to create constants and variables
        Builtin,      ///< `T.foo`; `text` is the part after the prefix, empty for the prefix itself
        Infra,        ///< `I.foo`
        ModuleName,   ///< the class, whose attributes are its functions
        Function,     ///< a GlobalVar
        Lambda,
        Opaque,  ///< `metadata["type"][index]`; without an index yet: -1
        Foreign, ///< only Python knows it
    };

    Kind kind = Kind::Error;
    bool isList = false; ///< Sequence
    int64_t integer = 0; ///< Bool, Int, BigInt, index of an Opaque
    double real = 0;
    std::string_view text; ///< String, Builtin, Infra, type key of an Opaque
    const tir::Node* node = nullptr;
    const Syntax* syntax = nullptr; ///< Lambda
    std::span<const Value> items;
    std::span<const ValueEntry> entries;

    static Value ofNone() { return make(Kind::None); }
    static Value ofBool(bool value) { return make(Kind::Bool, value); }
    static Value ofInt(int64_t value) { return make(Kind::Int, value); }
    static Value ofUInt(uint64_t value)
    {
        return make(value > uint64_t(INT64_MAX) ? Kind::BigInt : Kind::Int, int64_t(value));
    }
    static Value ofFloat(double value)
    {
        Value made = make(Kind::Float);
        made.real = value;
        return made;
    }
    static Value ofText(Kind kind, std::string_view text, int64_t number = 0)
    {
        Value made = make(kind, number);
        made.text = text;
        return made;
    }
    /// A null node is an error that was reported.
    static Value ofNode(Kind kind, const tir::Node* node)
    {
        Value made = make(node ? kind : Kind::Error);
        made.node = node;
        return made;
    }
    static Value ofExpr(const tir::Node* expr) { return ofNode(Kind::Expr, expr); }
    static Value ofSequence(std::span<const Value> values)
    {
        Value made = make(Kind::Sequence);
        made.items = values;
        return made;
    }

    bool is(Kind wanted) const { return kind == wanted; }
    /// A number that Python's operators are computed for here.
    bool isNumber() const { return kind == Kind::Bool || kind == Kind::Int || kind == Kind::Float; }
    bool isLiteralNumber() const { return isNumber() || kind == Kind::BigInt; }
    /// Precondition: isLiteralNumber().
    double asReal() const
    {
        return kind == Kind::Float    ? real
               : kind == Kind::BigInt ? double(uint64_t(integer))
                                      : double(integer);
    }
    const Expr* expr() const { return kind == Kind::Expr ? static_cast<const Expr*>(node) : nullptr; }
    const Buffer* buffer() const
    {
        return kind == Kind::Buffer || kind == Kind::BufferObject ? as<Buffer>(node) : nullptr;
    }
    const Type* type() const { return kind == Kind::Type ? static_cast<const Type*>(node) : nullptr; }

private:
    static Value make(Kind kind, int64_t number = 0)
    {
        Value made;
        made.kind = kind;
        made.integer = number;
        return made;
    }
};

struct ValueEntry {
    Value key;
    Value value;
};

/// "a string", "a buffer": for messages.
std::string_view describe(Value::Kind kind);

} // namespace tir::script
