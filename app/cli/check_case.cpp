#include "app/cli/check_case.h"

#include "app/cli/output.h"
#include "passes/framework/config_keys.h"
#include "passes/workbench/reproduce/case_folder.h"
#include "passes/workbench/reproduce/named_program.h"

#include <algorithm>
#include <filesystem>

namespace tir::cli {

bool mayRun(const std::string& file, const std::vector<PassInvocation>& passes, bool allowsPrograms)
{
    const auto program = std::ranges::find_if(passes, isNamedProgram);
    if (allowsPrograms || program == passes.end())
        return true;
    Diagnostic refusal =
        error("program-in-file", "'" + file + "' names a program to start: " + toString(*program));
    refusal.notes.push_back(
        {.message = "--allow-programs starts it; use that only if you trust where the file comes from"});
    report({refusal});
    return false;
}

std::optional<Case> openCase(FileOptions& file, PipelineOptions& pipeline, RunOptions& run,
                             bool allowsPrograms)
{
    if (!pipeline.isEmpty()) {
        report({error("usage",
                      "'" + file.file +
                          "' is a case, which names its own passes: leave out --pipeline and --passes")});
        return std::nullopt;
    }
    Result<Case> read = readCase(file.file);
    if (!read) {
        report(read.diagnostics());
        return std::nullopt;
    }
    if (!mayRun(file.file, read->passes, allowsPrograms))
        return std::nullopt;
    const std::filesystem::path folder(file.file);
    for (const PassInvocation& pass : read->passes)
        pipeline.passes += (pipeline.passes.empty() ? "" : ",") + toString(pass);
    pipeline.target = read->target;
    pipeline.mode = read->mode == Mode::Sound ? "sound" : "as-tvm";
    for (const auto& [key, value] : read->config)
        pipeline.config.push_back(key + "=" + configValueText(value));
    for (const auto& [key, value] : read->external.config)
        pipeline.config.push_back(key + "=" + value);
    if (!pipeline.externalTimeLimitSeconds)
        pipeline.externalTimeLimitSeconds = read->external.timeLimitSeconds;
    pipeline.force = true;
    file.file = (folder / "before.json").string();
    if (read->isExecuted && run.requestFile.empty())
        run.requestFile = (folder / "run.json").string();
    return *std::move(read);
}

std::optional<RecordedRun> runCaseOfFolder(const FileOptions& file, const PipelineOptions& pipeline,
                                           const Case& of, Refusal& refusal)
{
    std::optional<OpenedProgram> program = openProgram(file);
    if (!program)
        return std::nullopt;
    program->parsed->module = of.module; // with its functions in order
    return runPipeline(*std::move(program), pipeline, &refusal);
}

std::string explain(const Case& expected, const std::vector<Fault>& found)
{
    const auto inWords = [](const Fault& fault) { return fault.kind + ": " + fault.reason; };
    if (contains(found, expected.fault))
        return "reproduced: " + inWords(expected.fault);
    return "not reproduced: expected " + inWords(expected.fault) +
           (found.empty() ? "" : "; found " + inWords(found.front()));
}

} // namespace tir::cli
