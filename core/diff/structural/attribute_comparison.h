/// Compares attributes, annotations, and the arguments of tile primitives.

#pragma once

#include "core/ir/tirx.h"

#include <string>
#include <vector>

namespace tir {

/// Variables in the values are equal only if they are the same.
bool equalValues(const AttrValue& left, const AttrValue& right);
/// Keys that only one side has, or with different values: in the order of the left side, then of the right.
std::vector<std::string> differingKeys(Dict left, Dict right);
/// Whether the arguments are equal, except those that are children (core/ir/children.h).
bool equalPlainArguments(const TilePrimitiveCall& left, const TilePrimitiveCall& right);

/// Whether types of variables and functions agree; both may be null.
bool equalTypes(const Type* left, const Type* right);

} // namespace tir
