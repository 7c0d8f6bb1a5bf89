#include "tests/bench/dump_folder.h"

#include "core/script/printing/printer.h"
#include "core/support/temporary_folder.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/bench/launch_module.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

namespace tir::testing {
namespace {

namespace fs = std::filesystem;

} // namespace

DumpFolder::DumpFolder(int files, int launches)
    : m_path((fs::temp_directory_path() / "tirscope-bench-XXXXXX").string())
{
    TIR_CHECK(mkdtemp(m_path.data())) << "no folder can be made for the benchmark";
    const OpenedProgram program = openText("bench.py", launchModule(launches, 2));
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
        // A pass that comes again would begin another build.
        const size_t round = size_t(number) / steps;
        const std::string pass =
            recording->steps[step - 1].pass.name + (round > 0 ? std::to_string(round + 1) : "");
        std::ofstream(fs::path(m_path) /
                      (std::string(3 - digits.size(), '0') + digits + "_tirx." + pass + ".py"))
            << text;
    }
}

std::string DumpFolder::asTrace() const
{
    const std::string path = (fs::path(m_path) / "bench.tirtrace").string();
    const RecordedRun run = openTraceFile(m_path);
    TIR_CHECK(run.recording && run.buildCount == 1) << "the folder of the benchmark is not one run";
    std::ofstream(path) << toJson(run);
    return path;
}

std::string DumpFolder::asEvents() const
{
    const std::string path = (fs::path(m_path) / "bench.tirtrace").string();
    std::set<fs::path> files;
    for (const fs::directory_entry& file : fs::directory_iterator(m_path))
        files.insert(file.path());
    std::ofstream lines(path);
    lines << R"({"ev": "begin", "format": 1})" << '\n';
    int id = 0;
    for (const fs::path& file : files) {
        const nlohmann::json name = file.filename().string();
        lines << R"({"ev": "text", "ir": )" << name << R"(, "text": )"
              << nlohmann::json(contentOf(file.string())) << "}\n"
              << R"({"ev": "before", "id": )" << id << R"(, "name": )" << name << R"(, "ir": )" << name
              << "}\n"
              << R"({"ev": "after", "id": )" << id << R"(, "ir": )" << name << "}\n";
        ++id;
    }
    return path;
}

DumpFolder::~DumpFolder()
{
    fs::remove_all(m_path);
}

} // namespace tir::testing
