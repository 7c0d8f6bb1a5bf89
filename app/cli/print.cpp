/// `tirc print`: a program in the form in which TVM prints it. With --json:
///
///     file            as given
///     dialect         {label, age, prefix, module, hasBlocks, hasTilePrograms, hasRelax, signs}: the dialect of
///                     the text, see output.h
///     isBareFunction  one function without a module around it
///     text            the program

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/script/json/tvm_json.h"

#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

struct PrintArguments {
    FileOptions file;
    std::string output;
    bool withoutSugar = false;
    bool showMeta = false;
    bool isJson = false;
    bool isTvmJson = false;
};

ExitCode run(const PrintArguments& options)
{
    const std::optional<OpenedProgram> program = openProgram(options.file);
    if (!program)
        return ExitCode::Unusable;
    if (options.isTvmJson)
        return writeResult(options.output, toTvmJson(program->module()) + "\n");
    const PrintOptions print{.asBareFunction = program->parsed->isBareFunction,
                             .syntaxSugar = !options.withoutSugar,
                             .showMeta = options.showMeta,
                             .metadata = program->parsed->metadata};
    const std::string text = printScript(program->module(), print);
    if (!options.isJson)
        return writeResult(options.output, text);
    return writeResult(options.output, printed({{"file", program->source.name()},
                                                {"dialect", toJson(program->dialect, program->source)},
                                                {"isBareFunction", program->parsed->isBareFunction},
                                                {"text", text}}));
}

} // namespace

void addPrintCommand(CommandLine& line)
{
    Command command = line.add("print", "Parse a program and print it in canonical form");
    const auto options = std::make_shared<PrintArguments>();
    addFileOptions(command, options->file, "Program to print");
    command.flag("--no-sugar", options->withoutSugar, "Print without the syntactic sugar of TVMScript");
    command.flag(
        "--show-meta", options->showMeta,
        "Print a metadata section for constants without syntax: without it, the text has references such as "
        "metadata[\"tirx.StringImm\"][0]");
    command.flag("--json", options->isJson, "The text and what it was written in, as JSON");
    command.flag("--tvm-json", options->isTvmJson, "The module as TVM's save_json writes it, which TVM loads")
        .excludes("--json");
    command.option("-o,--output", options->output, "Write to OUT instead of stdout").typeName("OUT");
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
