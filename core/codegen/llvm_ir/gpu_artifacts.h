/// Artifacts that LLVM generates: PTX, and the output of the toolkit's assembler and disassembler for it.

#pragma once

#include "core/codegen/generators.h"

namespace tir {

/// With options.resources, includes the resources of each kernel; a remark gives the reason if they cannot be measured.
Result<Artifact> generatePtx(const Module& module, const CodegenOptions& options);
/// Needs ptxas.
Result<Artifact> generateCubin(const Module& module, const CodegenOptions& options);
/// Needs ptxas and a disassembler.
Result<Artifact> generateSass(const Module& module, const CodegenOptions& options);

/// In the order of the module, and with the dynamic shared memory of each kernel, which the launch determines and the
/// assembler does not know.
std::vector<ResourceReport> completeReports(std::vector<ResourceReport> reports, const Module& module);

/// Ranges of a text whose lines have places: adjacent lines of one place are one range.
std::vector<ArtifactRange> rangesOfLines(const std::string& text, const std::vector<Place>& places);

} // namespace tir
