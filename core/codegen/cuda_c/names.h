/// Names that CUDA C and its prologue keep for themselves.

#pragma once

#include "core/codegen/c_like/names.h"

namespace tir::cuda_c {

/// For a function: starts with what C++ and CUDA keep for themselves.
c_like::Names unusedNames();

bool isKeyword(std::string_view name);
/// Whether CUDA or the prologue declares something of this name, so that a function of the program cannot have it.
bool isDefinedByCuda(std::string_view name);
/// Identifiers with `::` between them, none of them a keyword: what a function of another file can be called.
bool isQualifiedName(std::string_view name);

} // namespace tir::cuda_c
