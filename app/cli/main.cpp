/// tirc: the headless twin of the window. This file only hands the command line to the commands.

#include "app/cli/command.h"
#include "core/codegen/toolchain.h"
#include "core/support/check.h"
#include "core/support/version.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <string>

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
    addRunCommand(app, answer);
    addWorkerCommand(app, answer);
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
