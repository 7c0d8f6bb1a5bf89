/// tirc: the headless counterpart of the window. This file only dispatches the command line to the commands.

#include "app/cli/command.h"
#include "core/analysis/text.h"
#include "core/codegen/llvm_ir/toolchain.h"
#include "core/support/check.h"
#include "core/support/list_text.h"
#include "core/support/version.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

namespace {

bool isCommand(const CLI::App& app, const std::string& name)
{
    const auto hasName = [&](const CLI::App* command) { return command->get_name() == name; };
    return !app.get_subcommands(hasName).empty();
}

int wrongUsage(const std::string& message)
{
    std::fprintf(stderr, "error: %s\nnote: --help shows the options of a command\n", message.c_str());
    return int(tir::cli::ExitCode::Unusable);
}

/// The unknown options that were given, or else the arguments that are too many.
std::string explainExtras(const CLI::App& app)
{
    std::vector<std::string> options;
    std::vector<std::string> arguments;
    const std::vector<CLI::App*> commands = app.get_subcommands();
    const CLI::App& command = commands.empty() ? app : *commands.front();
    for (const std::string& extra : command.remaining(true))
        (extra.size() > 1 && extra.front() == '-' ? options : arguments).push_back(extra);
    const std::string name = tir::quoted(command.get_name());
    return options.empty() ? name + " takes no further arguments: " + tir::listText(arguments, tir::quoted)
                           : name + " has no option " + tir::listText(options, tir::quoted);
}

} // namespace

int main(int argc, char** argv)
{
    using namespace tir::cli;

    CLI::App app("Opens, lowers, checks and runs TVMScript modules.", "tirc");
    app.set_version_flag("--version",
                         "tirc " + std::string(tir::version()) + " (LLVM " + tir::llvmVersion() + ")");
    app.require_subcommand(1);
    app.footer(
        "FILE may be - for stdin. Exit code: 0 done, 1 the answer is no, 2 wrong usage or unreadable input.");

    ExitCode answer = ExitCode::Done;
#define TIR_COMMAND(Name) add##Name##Command(app, answer);
#include "app/cli/command_list.def"
    if (argc > 1 && argv[1][0] != '-' && !isCommand(app, argv[1])) {
        std::fprintf(stderr, "error: unknown command '%s', see tirc --help\n", argv[1]);
        return int(ExitCode::Unusable);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ArgumentMismatch& error) {
        const std::string message = error.what();
        return wrongUsage(message.ends_with(" missing")
                              ? message.substr(0, message.find(':')) + " needs a value"
                              : message);
    } catch (const CLI::ExtrasError&) {
        return wrongUsage(explainExtras(app));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0 && app.get_subcommands().empty())
            return wrongUsage("a command is required; tirc --help lists them");
        return error.get_exit_code() == 0 ? app.exit(error) : wrongUsage(error.what());
    } catch (const tir::InternalError& error) {
        std::fprintf(stderr, "internal error: %s\n", error.what());
        return int(ExitCode::Unusable);
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "error: not enough memory\n");
        return int(ExitCode::Unusable);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return int(ExitCode::Unusable);
    }
    return int(answer);
}
