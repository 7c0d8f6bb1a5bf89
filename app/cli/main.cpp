/// tirc: the headless twin of the window. This file only hands the command line to the commands.

#include "core/codegen/toolchain.h"
#include "core/support/version.h"

#include <CLI/CLI.hpp>

#include <string>

int main(int argc, char** argv)
{
    CLI::App app("Opens, lowers, checks and runs TVMScript modules.", "tirc");
    app.set_version_flag("--version",
                         "tirc " + std::string(tir::version()) + " (LLVM " + tir::llvmVersion() + ")");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return 0;
}
