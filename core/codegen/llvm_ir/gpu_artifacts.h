/// Artifacts of the way through LLVM: PTX, and what the toolkit's assembler and disassembler make of it.

#pragma once

#include "core/codegen/generators.h"

namespace tir {

/// With options.resources, what each kernel takes; a remark says why where it cannot be measured.
Result<Artifact> generatePtx(const Module& module, const CodegenOptions& options);
/// Needs ptxas.
Result<Artifact> generateCubin(const Module& module, const CodegenOptions& options);
/// Needs ptxas and a disassembler.
Result<Artifact> generateSass(const Module& module, const CodegenOptions& options);

/// In the order of the module, with what no assembler knows: the launch says how much dynamic shared memory a
/// kernel gets.
std::vector<ResourceReport> completeReports(std::vector<ResourceReport> reports, const Module& module);

/// Ranges of a text whose lines know their places: neighbouring lines of one place are one range.
std::vector<ArtifactRange> rangesOfLines(const std::string& text, const std::vector<Place>& places);

} // namespace tir
