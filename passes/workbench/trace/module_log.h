/// Modules that were printed one after another into one text: what TVM's printing instruments write to stdout
/// (PrintBeforeAll, PrintAfterAll, PassPrintingInstrument, PrintIR), and prints of a script of one's own.

#pragma once

#include "passes/workbench/trace/recorded_run.h"

namespace tir {

/// Whether a text holds several modules, or one below a line of an instrument.
bool looksLikeModuleLog(std::string_view text);

/// The modules as steps. A module without a line of an instrument is named by the last line above it, say
/// `# after merge`; other lines between modules are left out. `name` is that of the run.
Result<RecordedRun> runFromModuleLog(const std::string& name, std::string_view text,
                                     const RunReading& reading = {});

} // namespace tir
