/// `tirc opt`: run passes and print what comes out.

#include "app/cli/input.h"
#include "app/cli/output.h"

#include <CLI/CLI.hpp>

namespace tir::cli {
namespace {

struct Options {
    FileOptions file;
    PipelineOptions pipeline;
    std::string output;
    bool printAfterAll = false;
    bool force = false;
};

/// Every module of the run, each under a comment line that says where it stands.
std::string allModules(const Recording& recording, const PrintOptions& print)
{
    std::string text = "# step 0: input\n" + printScript(recording.module(0), print);
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        const Step& step = recording.steps[number - 1];
        const std::string branch(toString(step.pass.branch));
        text += "\n\n# step " + std::to_string(number) + (branch.empty() ? "" : " of the " + branch) + ": " +
                toString(step.pass) + ": " + std::string(toString(step.verdict)) + "\n";
        if (step.after != step.before)
            text += printScript(*step.after, print);
    }
    return text;
}

ExitCode run(const Options& options)
{
    if (options.pipeline.isEmpty()) {
        report({error("usage", "nothing to run: give --pipeline or --passes")});
        return ExitCode::Unusable;
    }
    const std::optional<OpenedProgram> program = openProgram(options.file);
    if (!program)
        return ExitCode::Unusable;
    const std::shared_ptr<const Recording> recording = runPipeline(*program, options.pipeline);
    if (!recording)
        return ExitCode::Unusable;

    const ExitCode answer = reportRecording(*recording, *program);
    if (answer != ExitCode::Done && !options.force && !options.printAfterAll)
        return answer;
    const Module& result = *recording->result;
    const PrintOptions print{.asBareFunction =
                                 program->parsed->isBareFunction && result.functions.size() == 1};
    const ExitCode written = writeResult(options.output, options.printAfterAll ? allModules(*recording, print)
                                                                               : printScript(result, print));
    return written == ExitCode::Done ? answer : written;
}

} // namespace

void addOptCommand(CLI::App& app, ExitCode& answer)
{
    CLI::App& command = *app.add_subcommand("opt", "Run passes over a program and print the result");
    const auto options = std::make_shared<Options>();
    addFileOptions(command, options->file, "Program to run the passes on");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    command.add_flag("--print-after-all", options->printAfterAll,
                     "Print the module after every step, whatever its verdict");
    command.add_flag("--force", options->force,
                     "Write the result of an ill-formed, failed or incomplete run as well");
    command.add_option("-o,--output", options->output, "Write to OUT instead of stdout")->type_name("OUT");
    command.callback([options, &answer] { answer = run(*options); });
}

} // namespace tir::cli
