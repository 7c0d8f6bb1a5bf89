/// A case as a folder, for a bug report:
///
///     case.json     {"tirscope": "case", "version": 1, "functions", "passes", "calls", "target", "mode", "config", "tvmConfig",
///                   "externalTimeLimitSeconds", "lockstepEnd", "offsetsEnd", "isExecuted", "fault": {kind, code, reason},
///                   "reduced": {before, after, isFinished}}
///     before.json   the module as save_json, and as text in before.py
///     after.json    the result of the last pass, with after.py; missing if it failed
///     run.json      the inputs of an execution that shows the fault (request_file.h), with inputs/NAME.npy
///     reproduce.py  runs the passes in plain TVM
///     README.md     the expected and the actual behavior
///
/// Numbers of `reduced` are statements. `tirc check FOLDER` runs the case.

#pragma once

#include "passes/workbench/reproduce/case.h"
#include "passes/workbench/reproduce/reduce_module.h"

namespace tir {

inline constexpr std::string_view CaseFileName = "case.json";

bool isCaseFolder(const std::string& path);

/// Creates the folder, which must not exist or must be empty. `after` is the result of the last pass; null if it fails.
Result<bool> writeCase(const std::string& folder, const Case& written, const Module* after,
                       const ReducedModule& reduced);

/// Of `external`, the configuration, and the time limit if the case has one.
Result<Case> readCase(const std::string& folder);

} // namespace tir
