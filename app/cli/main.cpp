/// tirc: the headless counterpart of the window. This file only collects the commands.

#include "app/cli/command_line.h"
#include "core/support/check.h"
#include "core/support/version.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

int main(int argc, char** argv)
{
    using namespace tir::cli;

    // A write beyond a limit of file sizes is an error like any other: it is reported, and what was written is removed.
    std::signal(SIGXFSZ, SIG_IGN);
    CommandLine line(
        "tirc", "Opens, lowers, checks and runs TVMScript modules.",
        "FILE may be - for stdin. Exit code: 0 done, 1 the answer is no, 2 wrong usage or unreadable input.",
        "tirc " + std::string(tir::version()) + " (LLVM " + std::string(tir::builtWithLlvm()) + ")");
#define TIR_COMMAND(Name) add##Name##Command(line);
#include "app/cli/command_list.def"
    try {
        return int(line.run(argc, argv));
    } catch (const tir::InternalError& error) {
        std::fprintf(stderr, "internal error: %s\n", error.what());
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "error: not enough memory\n");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "error: %s\n", error.what());
    }
    return int(ExitCode::Unusable);
}
