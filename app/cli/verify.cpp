/// `tirc verify`: checks whether a program is well-formed. With --json:
///
///     file          as given
///     isReadable    the text is a program; otherwise the exit code is 2
///     isWellFormed  no error among the diagnostics
///     dialect       {label, age, prefix, module, hasBlocks, hasTilePrograms, hasRelax, signs}: the dialect of
///                   the text, see output.h
///     diagnostics   [{severity, code, message, line, column, endLine, endColumn, notes}]
///     freeNames     [{name, kinds, advice, uses}]: names that the text takes from its Python context, if they
///                   prevent reading it or were given with --define. kinds: integer, float, boolean,
///                   data type, string, tuple, the likeliest first; empty if only Python has the value, with
///                   advice. uses: [{line, column, endLine, endColumn}]

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/analysis/verify/verifier.h"

#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

struct VerifyArguments {
    FileOptions file;
    bool isJson = false;
};

using Json = nlohmann::ordered_json;

Json freeNamesJson(const OpenedProgram& program)
{
    Json list = Json::array();
    for (const FreeName& name : program.freeNames) {
        Json entry = {{"name", name.name}, {"kinds", Json::array()}, {"advice", name.advice}};
        for (const DefineKind kind : name.kinds)
            entry["kinds"].push_back(toString(kind));
        entry["uses"] = Json::array();
        for (const Span use : name.uses)
            entry["uses"].push_back(toJson(use, program.source));
        list.push_back(std::move(entry));
    }
    return list;
}

ExitCode writeJson(const OpenedProgram& program, const Diagnostics& diagnostics)
{
    return writeResult({}, printed({{"file", program.source.name()},
                                    {"isReadable", program.isOpen()},
                                    {"isWellFormed", program.isOpen() && !hasError(diagnostics)},
                                    {"dialect", toJson(program.dialect, program.source)},
                                    {"diagnostics", toJson(diagnostics, program.source)},
                                    {"freeNames", freeNamesJson(program)}}));
}

ExitCode run(const VerifyArguments& options)
{
    const std::optional<OpenedProgram> program =
        options.isJson ? openProgramQuietly(options.file) : openProgram(options.file);
    if (!program)
        return ExitCode::Unusable;
    if (!program->isOpen()) {
        writeJson(*program, program->diagnostics);
        return ExitCode::Unusable;
    }
    Diagnostics diagnostics = sourceText(*program).placed(verify(program->module()));
    const bool isWellFormed = !hasError(diagnostics);

    ExitCode written = ExitCode::Done;
    if (options.isJson) {
        diagnostics.insert(diagnostics.begin(), program->diagnostics.begin(), program->diagnostics.end());
        written = writeJson(*program, diagnostics);
    } else {
        report(diagnostics, program->source);
        written = writeResult({}, program->source.name() + (isWellFormed ? ": well-formed" : ": ill-formed"));
    }
    if (written != ExitCode::Done)
        return written;
    return isWellFormed ? ExitCode::Done : ExitCode::No;
}

} // namespace

void addVerifyCommand(CommandLine& line)
{
    Command command = line.add("verify", "Check whether a program is well-formed, and report errors");
    const auto options = std::make_shared<VerifyArguments>();
    addFileOptions(command, options->file, "Program to verify");
    command.flag("--json", options->isJson, "Print the result as JSON");
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
