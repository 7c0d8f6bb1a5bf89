/// The parts of a program that a run did not reach: its findings do not cover them.

#pragma once

#include "core/codegen/llvm_ir/emit.h"
#include "core/runtime/finding.h"

#include <span>

namespace tir {

/// Launches, values of a choice, branches that store, call or leave, and the statements after a branch that leaves, that
/// no part of the run has reached; the outermost ones, in the order of their places. `reached`: a byte for each of the parts.
std::vector<Finding> unreachedParts(const Module& module, const std::vector<ProgramPart>& parts,
                                    std::span<const uint8_t> reached);

} // namespace tir
