/// Names that CUDA C and its prologue keep for themselves.

#pragma once

#include "core/codegen/c_like/names.h"

namespace tir::cuda_c {

/// For a function: starts with the reserved names of C++ and CUDA.
c_like::Names unusedNames();

bool isKeyword(std::string_view name);
/// Whether CUDA or the prologue declares something of this name, so that a function of the program cannot have it.
bool isDefinedByCuda(std::string_view name);
/// Identifiers joined by `::`, without keywords: a possible name of a function in another file.
bool isQualifiedName(std::string_view name);

} // namespace tir::cuda_c
