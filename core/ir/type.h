/// Types of variables and functions. Equal types may be distinct objects: compare with structuralEqual.

#pragma once

#include "core/ir/node.h"

#include <span>

namespace tir {

struct Type : Node {
protected:
    using Node::Node;
};

/// A scalar or vector value, or an untyped `handle`.
struct PrimType : Type {
    static constexpr NodeKind Kind = NodeKind::PrimType;
    DType dtype;
    explicit PrimType(DType type) : Type(Kind), dtype(type) {}
};

/// A typed pointer. The empty scope means global; a printed "global" is kept apart from it.
struct PointerType : Type {
    static constexpr NodeKind Kind = NodeKind::PointerType;
    const Type* element;
    std::string_view scope;
    PointerType(const Type* elementType, std::string_view storageScope)
        : Type(Kind),
          element(elementType),
          scope(storageScope)
    {}
};

/// The empty tuple is the void type.
struct TupleType : Type {
    static constexpr NodeKind Kind = NodeKind::TupleType;
    std::span<const Type* const> fields;
    explicit TupleType(std::span<const Type* const> types) : Type(Kind), fields(types) {}
};

/// A CUDA tensor-map descriptor; as pointee it marks a descriptor parameter.
struct TensorMapType : Type {
    static constexpr NodeKind Kind = NodeKind::TensorMapType;
    TensorMapType() : Type(Kind) {}
};

bool isVoidType(const Type* type);

/// Type of values of this type at run time: pointers are handles, the empty tuple is void.
DType runtimeDType(const Type* type);

} // namespace tir
