/// `tirc blame`: which step wrote each line of a module? With --json: {step, pass, lines: [{line, step, pass, text}]};
/// with --line: {step, line, events: [{step, pass, fate, line, text}]}. Steps and lines are those of the printed
/// modules; step 0 is the input, whose pass is null.

#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "app/cli/selected_step.h"
#include "passes/workbench/trace/line_history.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <climits>
#include <sstream>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

struct BlameArguments {
    FileOptions file;
    PipelineOptions pipeline;
    std::string step; ///< empty: the last one
    int line = 0;     ///< whose history is wanted, from 1; 0: the writers of all lines
    bool isJson = false;
};

std::vector<std::string> linesOf(const Recording& recording, size_t number, const PrintOptions& print)
{
    std::vector<std::string> lines;
    std::istringstream text(printScript(recording.module(number), print));
    for (std::string line; std::getline(text, line);)
        lines.push_back(line);
    return lines;
}

Json passJson(const Recording& recording, size_t number)
{
    return number == 0 ? Json() : Json(recording.pass(number));
}

std::string nameOf(const Recording& recording, size_t number)
{
    return number == 0 ? "input" : recording.steps[number - 1].pass.name;
}

/// "  4 LowerIntrin  | the line", with columns as wide as their contents.
std::string writersText(const Recording& recording, const std::vector<uint32_t>& writers,
                        const std::vector<std::string>& lines)
{
    size_t width = 0;
    for (const uint32_t writer : writers)
        width = std::max(width, nameOf(recording, writer).size());
    const size_t digits = std::to_string(recording.moduleCount()).size();
    std::string text;
    for (size_t line = 0; line < lines.size(); ++line) {
        std::string number = std::to_string(writers[line]);
        number.insert(0, digits - number.size(), ' ');
        std::string name = nameOf(recording, writers[line]);
        name.resize(width, ' ');
        text += number + " " + name + " | " + lines[line] + "\n";
    }
    return text;
}

std::string writersJson(const Recording& recording, size_t number, const std::vector<uint32_t>& writers,
                        const std::vector<std::string>& lines)
{
    Json list = Json::array();
    for (size_t line = 0; line < lines.size(); ++line)
        list.push_back({{"line", line + 1},
                        {"step", writers[line]},
                        {"pass", passJson(recording, writers[line])},
                        {"text", lines[line]}});
    return printed({{"step", number}, {"pass", passJson(recording, number)}, {"lines", std::move(list)}});
}

std::string eventsText(const Recording& recording, const std::vector<LineEvent>& events,
                       const PrintOptions& print)
{
    std::string text;
    for (const LineEvent& event : events)
        text += "step " + std::to_string(event.step) + ", " + nameOf(recording, event.step) + ": " +
                std::string(toString(event.fate)) + ", line " + std::to_string(event.line + 1) + "\n    " +
                linesOf(recording, event.moduleNumber(recording), print)[size_t(event.line)] + "\n";
    return text;
}

std::string eventsJson(const Recording& recording, size_t number, int line,
                       const std::vector<LineEvent>& events, const PrintOptions& print)
{
    Json list = Json::array();
    for (const LineEvent& event : events)
        list.push_back(
            {{"step", event.step},
             {"pass", passJson(recording, event.step)},
             {"fate", toString(event.fate)},
             {"line", event.line + 1},
             {"text", linesOf(recording, event.moduleNumber(recording), print)[size_t(event.line)]}});
    return printed({{"step", number}, {"line", line + 1}, {"events", std::move(list)}});
}

ExitCode run(const BlameArguments& options)
{
    const std::optional<SelectedStep> step = selectStep(options.file, options.pipeline, options.step);
    if (!step)
        return ExitCode::Unusable;
    const Recording& recording = step->recording();
    const PrintOptions print{.asBareFunction = step->run.program.parsed->isBareFunction};
    const LineHistory history = lineHistory(recording, print);
    const std::vector<std::string> lines = linesOf(recording, step->number, print);
    if (options.line == 0) {
        const std::vector<uint32_t>& writers = *history.writers(step->number);
        return writeResult({}, options.isJson ? writersJson(recording, step->number, writers, lines)
                                              : writersText(recording, writers, lines));
    }
    if (size_t(options.line) > lines.size()) {
        report({error("usage", "--line: the module after step " + std::to_string(step->number) + " has " +
                                   std::to_string(lines.size()) + " lines")});
        return ExitCode::Unusable;
    }
    const std::vector<LineEvent> events = history.events(step->number, options.line - 1);
    return writeResult({}, options.isJson
                               ? eventsJson(recording, step->number, options.line - 1, events, print)
                               : eventsText(recording, events, print));
}

} // namespace

void addBlameCommand(CommandLine& line)
{
    Command command = line.add("blame", "Show which step wrote each line of a module; moving, indenting, or "
                                        "respelling a line does not count");
    const auto options = std::make_shared<BlameArguments>();
    addFileOptions(command, options->file, "Program, or trace");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    addStepOption(command, options->step);
    command
        .option("--line", options->line,
                "What happened to this line of the printed module, in the steps before and after it")
        .check(wholeNumber(1))
        .typeName("LINE");
    command.flag("--json", options->isJson, "Print the result as JSON");
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
