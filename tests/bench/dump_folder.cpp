#include "tests/bench/dump_folder.h"

#include "core/script/printing/printer.h"
#include "passes/workbench/trace/record.h"
#include "tests/bench/launch_module.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tir::testing {
namespace {

namespace fs = std::filesystem;

constexpr int LaunchesOfAFile = 1500;

} // namespace

DumpFolder::DumpFolder(int files) : m_path((fs::temp_directory_path() / "tirscope-bench-XXXXXX").string())
{
    TIR_CHECK(mkdtemp(m_path.data())) << "no folder can be made for the benchmark";
    const OpenedProgram program = openText("bench.py", launchModule(LaunchesOfAFile, 2));
    TIR_CHECK(program.isOpen()) << "the module of the benchmark is broken";
    const auto recording = *record(program, {.pipeline = "split"});
    const size_t steps = recording->steps.size();
    for (int number = 0; number < files; ++number) {
        const size_t step = size_t(number) % steps + 1;
        // No two are equal: equal ones are read once.
        const std::string text =
            printScript(recording->module(step)) + "\n# " + std::to_string(number) + "\n";
        m_bytes += text.size();
        const std::string digits = std::to_string(number);
        std::ofstream(fs::path(m_path) / (std::string(3 - digits.size(), '0') + digits + "_tirx." +
                                          recording->steps[step - 1].pass.name + ".py"))
            << text;
    }
}

DumpFolder::~DumpFolder()
{
    fs::remove_all(m_path);
}

} // namespace tir::testing
