/// Folders that TVM's DumpIR filled.

#include "passes/pipelines.h"
#include "passes/workbench/trace/import_dump.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/record.h"
#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/program_generator.h"

#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace tir::testing {
namespace {

namespace fs = std::filesystem;

constexpr size_t MaxFiles = 4;
/// A verdict says a few words about each of a few places; a trace holds every text once.
constexpr size_t TraceBytesPerByte = 40;
constexpr size_t LeastTraceBytes = size_t(1) << 16;

/// A folder of this process, gone with the object.
class DumpFolder {
public:
    DumpFolder() : m_path(fs::temp_directory_path() / ("tirscope_dump_" + std::to_string(getpid())))
    {
        fs::remove_all(m_path);
        fs::create_directories(m_path);
    }
    DumpFolder(const DumpFolder&) = delete;
    DumpFolder& operator=(const DumpFolder&) = delete;
    ~DumpFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }

    void write(const std::string& name, const std::string& text)
    {
        std::ofstream(m_path / name, std::ios::binary) << text;
        m_bytes += text.size();
    }
    std::string path() const { return m_path.string(); }
    size_t bytes() const { return m_bytes; } ///< of all files

private:
    fs::path m_path;
    size_t m_bytes = 0;
};

void checkReason(const Diagnostics& diagnostics)
{
    TIR_CHECK(hasError(diagnostics)) << "refused without a reason";
    for (const Diagnostic& diagnostic : diagnostics)
        TIR_CHECK(!diagnostic.message.empty()) << "a diagnostic without words";
}

void checkPlaces(const Trace& trace)
{
    for (const TraceStep& step : trace.steps) {
        TIR_CHECK(step.text < trace.texts.size()) << "a step without a text";
        for (const Diagnostic& diagnostic : step.diagnostics) {
            TIR_CHECK(diagnostic.span) << "a verdict without a place: " << diagnostic.message;
            TIR_CHECK(diagnostic.span->end <= trace.texts[step.text].size() + 1)
                << "a verdict outside of the text: " << diagnostic.message;
        }
    }
    for (size_t number = 0; number < trace.steps.size(); ++number) {
        const OpenedProgram program = trace.open(number);
        if (!program.isOpen())
            checkReason(program.diagnostics);
    }
}

void checkDump(const DumpFolder& folder)
{
    const Result<Trace> trace = traceFromDump(folder.path());
    if (!trace)
        return checkReason(trace.diagnostics());
    checkPlaces(*trace);
    const std::string json = toJson(*trace);
    TIR_CHECK(json.size() <= LeastTraceBytes + TraceBytesPerByte * folder.bytes())
        << folder.bytes() << " bytes of files became a trace of " << json.size();
    const OpenedTrace opened = openTrace(*trace);
    TIR_CHECK(opened.program.isOpen() && opened.recording) << "a trace that was imported does not open";
    TIR_CHECK(opened.recording->steps.size() + 1 == trace->steps.size()) << "steps are lost";
}

std::string fileName(ByteSource& source, size_t number)
{
    const std::string pass =
        source.oneOf({"tirx.BindTarget", "tirx.SplitHostDevice", "s_tir.Simplify",
                      "MergeSharedMemoryAllocations", "LowerDeviceKernelLaunch", "x", ""});
    const std::string digits = source.oneIn(8) ? source.oneOf({"", "0", "-01", "99999999999999999999", "1e3"})
                                               : "00" + std::to_string(number);
    return digits + "_" + pass + (source.oneIn(16) ? ".txt" : ".py");
}

} // namespace

void checkDumpBytes(FuzzBytes bytes)
{
    DumpFolder folder;
    const size_t half = bytes.size() / 2;
    folder.write("000_tirx.BindTarget.py", std::string(bytes.begin(), bytes.begin() + ptrdiff_t(half)));
    folder.write("001_tirx.SplitHostDevice.py", std::string(bytes.begin() + ptrdiff_t(half), bytes.end()));
    folder.write("002_tirx.Simplify.py", std::string(bytes.begin(), bytes.end()));
    checkDump(folder);
}

void checkDumpDamage(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const OpenedProgram program = openText("fuzz.py", generatedProgram(source));
    if (!program.isOpen())
        return; // the business of script_programs
    const auto recording = record(program, {.pipeline = "split"});
    TIR_CHECK(recording) << "the pipeline does not run";
    const Trace trace = makeTrace(**recording, program);
    ByteSource damage(bytes); // from the start: the program may have used up everything
    DumpFolder folder;
    for (size_t number = 0, count = 1 + damage.below(MaxFiles); number < count; ++number) {
        std::string text = trace.texts[damage.below(trace.texts.size())];
        folder.write(fileName(damage, number),
                     damage.oneIn(3) ? text : withDamagedText(std::move(text), damage));
    }
    checkDump(folder);
}

} // namespace tir::testing
