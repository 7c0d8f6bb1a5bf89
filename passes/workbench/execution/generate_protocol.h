/// The messages to and from a worker that generates code. A request is one JSON object:
///     {"version": 1, "action": "generate", "module": <TVM's JSON, as a text>, "kind": "ptx",
///      "arch": "sm_90", "fastMath": false, "isSound": false, "resources": false, "memoryLimitBytes": 4294967296}
/// The reply is one line of JSON, followed by the content of the artifact:
///     {"version": 1, "diagnostics": […], "artifact": null}, or with
///      "artifact": {"kind": "ptx", "arch": "sm_90", "entryPoints": ["main_kernel"], "ranges":
///      [[begin, end, place]], "resources": [{"function": "main_kernel", "registers": 24, …}]}
/// where the diagnostics are the remarks of the artifact.

#pragma once

#include "passes/workbench/execution/generate_code.h"

namespace tir {

/// Distinguishes this request from one to run a program.
bool isGenerateRequest(std::string_view text);

std::string encodeGenerateRequest(const GenerateRequest& request);
Result<GenerateRequest> decodeGenerateRequest(std::string_view text);

std::string encodeArtifact(const Result<Artifact>& artifact);
Result<Artifact> decodeArtifact(std::string_view bytes);

} // namespace tir
