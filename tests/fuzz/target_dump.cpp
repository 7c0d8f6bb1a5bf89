/// Folders that TVM's DumpIR filled.

#include "core/support/temporary_folder.h"
#include "passes/pipelines.h"
#include "passes/workbench/trace/import_dump.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/program_generator.h"

namespace tir::testing {
namespace {

constexpr size_t MaxFiles = 4;
/// A verdict says a few words about each of a few places; a trace holds every text once.
constexpr size_t TraceBytesPerByte = 40;
constexpr size_t LeastTraceBytes = size_t(1) << 16;

class DumpFolder {
public:
    void write(const std::string& name, const std::string& text)
    {
        TIR_CHECK(m_folder.write(name.c_str(), text)) << "no file can be written for the test";
        m_bytes += text.size();
    }
    std::string path() const { return m_folder.file(""); }
    size_t bytes() const { return m_bytes; } ///< of all files

private:
    TemporaryFolder m_folder;
    size_t m_bytes = 0;
};

void checkReason(const Diagnostics& diagnostics)
{
    TIR_CHECK(hasError(diagnostics)) << "refused without a reason";
    for (const Diagnostic& diagnostic : diagnostics)
        TIR_CHECK(!diagnostic.message.empty()) << "a diagnostic without words";
}

void checkPlaces(const RecordedRun& run)
{
    for (size_t number = 0; number < run.recording->moduleCount(); ++number) {
        const StepText text = run.text(number);
        for (const Diagnostic& diagnostic : run.diagnostics(number, text)) {
            TIR_CHECK(diagnostic.span) << "a verdict without a place: " << diagnostic.message;
            TIR_CHECK(diagnostic.span->begin <= diagnostic.span->end)
                << "a span that ends before it begins: " << diagnostic.message;
            TIR_CHECK(diagnostic.span->end <= text.source.text().size() + 1)
                << "a verdict outside of the text: " << diagnostic.message;
        }
        if (!run.texts[number]->isOpen())
            checkReason(run.texts[number]->diagnostics);
    }
}

void checkDump(const DumpFolder& folder)
{
    const Result<RecordedRun> run = runFromDump(folder.path());
    if (!run)
        return checkReason(run.diagnostics());
    TIR_CHECK(run->program.isOpen() && run->recording) << "a dump that was read does not open";
    checkPlaces(*run);
    const std::string json = toJson(*run);
    TIR_CHECK(json.size() <= LeastTraceBytes + TraceBytesPerByte * folder.bytes())
        << folder.bytes() << " bytes of files became a trace of " << json.size();
    const Result<RecordedRun> again = runFromJson(json);
    TIR_CHECK(again) << "the trace of a dump is not read: " << again.diagnostics().front().message;
    TIR_CHECK(again->recording->steps.size() == run->recording->steps.size()) << "steps are lost";
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
    ByteSource damage(bytes); // from the start: the program may have used up everything
    DumpFolder folder;
    for (size_t number = 0, count = 1 + damage.below(MaxFiles); number < count; ++number) {
        std::string text = printScript((*recording)->module(damage.below((*recording)->moduleCount())));
        folder.write(fileName(damage, number),
                     damage.oneIn(3) ? text : withDamagedText(std::move(text), damage));
    }
    checkDump(folder);
}

} // namespace tir::testing
