/// `tirc opt`: runs passes and prints the result.

#include "app/cli/diff_output.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "passes/framework/note_text.h"
#include "passes/workbench/trace/step_groups.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

struct OptArguments {
    FileOptions file;
    PipelineOptions pipeline;
    std::string output;
    std::string diff; ///< of these steps; may be empty
    DiffForm diffForm;
    bool printAfterAll = false;
    bool notes = false;
    bool allDiagnostics = false;
};

/// The notes of every step, each after a line that names the step; lines begin with `mark`.
std::string notesOf(const Step& step, const std::string& mark)
{
    std::string text;
    for (const PassNote& note : step.notes) {
        text += mark + "note: " + note.message + "\n";
        if (note.table && !note.table->rows.empty())
            text += toText(*note.table, mark + "    ");
    }
    return text;
}

std::string allNotes(const Recording& recording)
{
    std::string text;
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        const Step& step = recording.steps[number - 1];
        text += "step " + std::to_string(number) + ", " + toString(step.pass) + ": " +
                std::string(toString(step.verdict)) + "\n" + notesOf(step, "    ");
    }
    return text;
}

/// Every module of the run, each after a comment line that names its step.
std::string allModules(const Recording& recording, const PrintOptions& print, bool withNotes)
{
    std::string text = "# step 0: input\n" + printScript(recording.module(0), print);
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        const Step& step = recording.steps[number - 1];
        const std::string branch(toString(step.pass.branch));
        text += "\n\n# step " + std::to_string(number) + (branch.empty() ? "" : " of the " + branch) + ": " +
                toString(step.pass) + ": " + std::string(toString(step.verdict)) + "\n";
        for (const ContractBreach& breach : step.breaches)
            text += "# out of place: " + breach.message + "\n";
        if (withNotes)
            text += notesOf(step, "# ");
        if (step.after != step.before)
            text += printScript(*step.after, print);
    }
    return text;
}

DiffSide side(const Recording& recording, size_t number)
{
    return {recording.module(number),
            number == 0 ? "input" : "step " + std::to_string(number) + ", " + recording.pass(number)};
}

/// The changes of every step separately; as JSON, a list.
std::string changesOfEach(const Recording& recording, const DiffForm& form, bool asBareFunctions)
{
    std::string text;
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        if (recording.steps[number - 1].after == recording.steps[number - 1].before)
            continue;
        const DiffSide before = side(recording, recording.previous(number));
        const DiffSide after = side(recording, number);
        if (form.json)
            json.push_back(diffToJson(before, after, asBareFunctions));
        else
            text += (text.empty() ? "" : "\n") + printDiff(before, after, form, asBareFunctions).text;
    }
    return form.json ? printed(json) : text;
}

/// The combined changes of steps. Nothing, after an error on stderr, if the text does not name steps of the recording.
std::optional<std::string> changes(const Recording& recording, const OptArguments& options,
                                   bool asBareFunctions)
{
    if (options.diff == "each")
        return changesOfEach(recording, options.diffForm, asBareFunctions);
    const Result<StepSpan> span = readSpan(recording, options.diff);
    if (!span) {
        report(span.diagnostics());
        return std::nullopt;
    }
    return printDiff(side(recording, recording.previous(span->first)), side(recording, span->last),
                     options.diffForm, asBareFunctions)
        .text;
}

ExitCode run(const OptArguments& options)
{
    Refusal refusal;
    const std::optional<RecordedRun> run = runFile(options.file, options.pipeline, "run", refusal);
    if (!run)
        return refusal.code;
    const Recording& recording = *run->recording;

    const ExitCode answer = reportRun(*run, options.allDiagnostics);
    if (options.notes && !options.printAfterAll)
        std::fputs(allNotes(recording).c_str(), stderr);
    const Module& result = *recording.result;
    const PrintOptions print{.asBareFunction =
                                 run->program.parsed->isBareFunction && result.functions.size() == 1};
    if (!options.diff.empty()) {
        const std::optional<std::string> text =
            changes(recording, options, run->program.parsed->isBareFunction);
        if (!text)
            return ExitCode::Unusable;
        const ExitCode written = writeResult(options.output, *text);
        return written == ExitCode::Done ? answer : written;
    }
    if (answer != ExitCode::Done && !options.pipeline.force && !options.printAfterAll)
        return answer;
    const ExitCode written =
        writeResult(options.output, options.printAfterAll ? allModules(recording, print, options.notes)
                                                          : printScript(result, print));
    return written == ExitCode::Done ? answer : written;
}

} // namespace

void addOptCommand(CommandLine& line)
{
    Command command = line.add("opt", "Run passes over a program and print the result");
    const auto options = std::make_shared<OptArguments>();
    addFileOptions(command, options->file, "Program to run the passes on");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    command.flag("--print-after-all", options->printAfterAll,
                 "Print the input and the module after every step that changed it");
    command
        .option(
            "--diff", options->diff,
            "Print what these steps change together, not the result: a step number, A..B, a pass that runs "
            "once, or a group (blocks, buffers, loops, front, tail, …); steps on the other branch are left "
            "out. each: what every single step changes. Names, indentation, and spelling do not count")
        .typeName("STEPS")
        .excludes("--print-after-all");
    addDiffFormOptions(command, options->diffForm);
    for (const char* form : {"--json", "--lines"})
        command.find(form).needs("--diff");
    command.flag("--notes", options->notes,
                 "Print what every pass decided and why, to stderr; with --print-after-all, as comments in "
                 "the output");
    command.flag("--all", options->allDiagnostics,
                 "Report every diagnostic of a step, not only the first ones");
    command.flag("--force", options->pipeline.force,
                 ForceHelp +
                     std::string(", and write the result of an ill-formed, failed or incomplete run"));
    command.option("-o,--output", options->output, "Write to OUT instead of stdout").typeName("OUT");
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
