/// tirc: the headless twin of the window. This file only hands the command line to the commands.

#include "app/cli/command.h"
#include "core/codegen/toolchain.h"
#include "core/support/check.h"
#include "core/support/version.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <string>

namespace {

bool isCommand(const CLI::App& app, const std::string& name)
{
    const auto hasName = [&](const CLI::App* command) { return command->get_name() == name; };
    return !app.get_subcommands(hasName).empty();
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
    addPrintCommand(app, answer);
    addVerifyCommand(app, answer);
    addEqualCommand(app, answer);
    addOptCommand(app, answer);
    addTraceCommand(app, answer);
    addCheckCommand(app, answer);
    addLivenessCommand(app, answer);
    addCallGraphCommand(app, answer);
    addCodegenCommand(app, answer);
    addRunCommand(app, answer);
    addListCommand(app, answer);
    addWorkerCommand(app, answer);
    if (argc > 1 && argv[1][0] != '-' && !isCommand(app, argv[1])) {
        std::fprintf(stderr, "error: '%s' is no command of tirc, see tirc --help\n", argv[1]);
        return int(ExitCode::Unusable);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : int(ExitCode::Unusable);
    } catch (const tir::InternalError& error) {
        std::fprintf(stderr, "internal error: %s\n", error.what());
        return int(ExitCode::Unusable);
    }
    return int(answer);
}
