#include "passes/workbench/execution/generate_code.h"

#include "passes/workbench/execution/generate_protocol.h"
#include "passes/workbench/execution/worker_process.h"

#include <new>

namespace tir {
namespace {

Result<Artifact> generateInWorker(const GenerateRequest& request, const std::atomic<bool>* cancelled)
{
    const ChildOutcome outcome =
        askWorker(encodeGenerateRequest(request), request.timeLimitSeconds, cancelled);
    if (outcome.end != ChildOutcome::End::Exited)
        return error("worker", whyNoAnswer(outcome, "the generator", request.timeLimitSeconds));
    if (Result<Artifact> decoded = decodeArtifact(outcome.output);
        decoded || outcome.code == 0 || decoded.diagnostics().front().code != "worker-protocol")
        return decoded;
    return error("worker", "the worker ended with exit code " + std::to_string(outcome.code) +
                               " and without an answer" + lastWords(outcome));
}

Result<Artifact> generateAnywhere(const GenerateRequest& request, const std::atomic<bool>* cancelled)
{
    const Generator generate = textGenerator(request.kind);
    if (!generate || (request.kind == ArtifactKind::Cuda && request.options.resources))
        return generateInWorker(request, cancelled);
    return guarded([&] { return generate(*request.module.module, request.options); });
}

} // namespace

Result<Artifact> guarded(const std::function<Result<Artifact>()>& generate)
{
    try {
        return generate();
    } catch (const std::bad_alloc&) {
        return error("no-memory", "there is not enough memory to generate this code");
    } catch (const std::exception& failure) {
        return error("internal", std::string("internal error: ") + failure.what());
    }
}

Result<Artifact> generateCode(const GenerateRequest& request, const Diagnostics& verdict, bool force,
                              const std::atomic<bool>* cancelled)
{
    Diagnostics findings;
    for (const Diagnostic& diagnostic : verdict)
        if (diagnostic.severity == Severity::Error)
            findings.push_back(diagnostic);
    if (!findings.empty() && !force)
        return findings;

    Result<Artifact> made = generateAnywhere(request, cancelled);
    if (!made || findings.empty())
        return made;
    Artifact artifact = *std::move(made);
    for (Diagnostic& finding : findings)
        finding.severity = Severity::Warning;
    artifact.remarks.insert(artifact.remarks.begin(), findings.begin(), findings.end());
    return artifact;
}

Result<Artifact> generateCode(const Recording& recording, size_t step, ArtifactKind kind,
                              const CodegenOptions& options, bool force, const std::atomic<bool>* cancelled)
{
    const GenerateRequest request{.module = {.arena = recording.arena, .module = &recording.module(step)},
                                  .kind = kind,
                                  .options = options};
    return generateCode(request, recording.diagnostics(step), force, cancelled);
}

} // namespace tir
