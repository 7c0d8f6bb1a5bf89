/// The museum shows what its README says: under its pipeline every exhibit goes wrong at the step, the
/// variable and the place named here, and under its remedy it computes its formula. What no verdict finds, a
/// run does.

#include "core/runtime/tensor.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/step_text.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <numeric>

using namespace tir;
using namespace tir::testing;

namespace {

using Numbers = std::vector<double>;
using Values = std::map<std::string, Numbers>;

/// What a run of the guilty step shows.
enum class Run {
    Refused, ///< nothing to execute: a variable or a function has no definition
    Failed,  ///< the program ends with an error of its own
    Crashed, ///< it writes where it must not
    Differs, ///< other results
    Nothing, ///< the pass failed, or the processor here is more tolerant than a GPU
};

struct Exhibit {
    const char* pass;    ///< the guilty one
    const char* finding; ///< in its first error; empty: no verdict finds it
    const char* line;    ///< where that error points
    const char* note;    ///< what the guilty pass said about it
    Run run;
    const char* words; ///< of the refusal or the error of the run
    std::function<Values(const Values&)> formula;
    const char* foundIn = pass; ///< where the finding is, when a later pass stumbles over it
};

/// Programs with something that only GPUs have, and what a run on the CPU says about it.
const std::map<std::string, const char*>& onlyOnGpus()
{
    static const std::map<std::string, const char*> all = {
        {"cluster_of_a_helper", "thread axis 'clusterCtaIdx.x' cannot be run on the CPU"},
        {"regions_of_a_fragment",
         "buffer 'sums' lies in 'm16n8k8.matrixC', which the CPU cannot stand in for"},
    };
    return all;
}

/// What a checked run of the guilty step finds, where it can be run and memory is what goes wrong.
struct Hazard {
    FindingKind kind;
    const char* element; ///< of the first
    const char* line;    ///< where it happens
    const char* other;   ///< where the other side of the conflict happens; empty: there is none
};

const std::map<std::string, Hazard>& hazards()
{
    static const std::map<std::string, Hazard> all = {
        {"in_place_race",
         {FindingKind::Clobbered, "tile[63]", "mirrored[tx] = tile[", "mirrored[tx] = tile["}},
        {"overlapping_layers", {FindingKind::Clobbered, "first[128]", "Y[i] + first[i]", "upper[i + 128] ="}},
        {"static_reuse", {FindingKind::Clobbered, "early[63]", "Y[tx] = early[", "late[tx] ="}},
        {"lanes_ignored", {FindingKind::OutOfBounds, "quads[64]", "quads[tx + 64] =", ""}},
        {"in_place_by_all_threads", {FindingKind::Race, "table_ptr[0]", "table_ptr[i]", "table_ptr[i]"}},
        {"other_element_size", {FindingKind::Clobbered, "halves[1]", "halves[tx] =", "floats[tx] ="}},
    };
    return all;
}

Numbers each(size_t count, const std::function<double(size_t)>& value)
{
    Numbers numbers;
    for (size_t index = 0; index < count; ++index)
        numbers.push_back(value(index));
    return numbers;
}

/// The formula of a program with one output, Y, as long as `count`.
std::function<Values(const Values&)> ofX(size_t count,
                                         std::function<double(const Numbers& x, size_t i)> formula)
{
    return [=](const Values& in) {
        return Values{{"Y", each(count, [&](size_t i) { return formula(in.at("X"), i); })}};
    };
}

const char* const Merge = "MergeSharedMemoryAllocations";
const char* const OldMerge = "MergeSharedMemoryAllocations(mode=\"legacy\")";
const char* const Launch = "LowerDeviceKernelLaunch";
const char* const OldLaunch = "LowerDeviceKernelLaunch(mode=\"legacy\")";
const char* const OutOfScope = "on 'buf_dyn_shmem', which is out of scope here: it ends with launch 1";
const char* const NoDefinition = "no definition of its data 'buf_dyn_shmem' is in scope";
const char* const Unlaunchable = "which is compiled for cuda and returns a value: it can only be launched";

Values threeLaunches(const Values& in)
{
    const Numbers& x = in.at("X");
    const Numbers first = each(32, [&](size_t i) { return (x[31 - i] + 1) * (x[i] - 1); });
    const Numbers y = each(32, [&](size_t i) { return first[31 - i] + first[i] * 0.5; });
    const Numbers z = each(32, [&](size_t i) { return y[31 - i] - first[31 - i]; });
    return {{"X", first}, {"Y", y}, {"Z", z}};
}

/// Of 64 elements; the other rows keep what they have.
Values sumsOfSixRows(const Values& in)
{
    const Numbers& x = in.at("X");
    Numbers y = in.at("Y");
    for (size_t row = 0; row < 6; ++row)
        y[row] = std::accumulate(x.begin() + ptrdiff_t(row * 64), x.begin() + ptrdiff_t(row * 64 + 64), 0.0);
    return {{"Y", y}};
}

const std::map<std::string, Exhibit>& exhibits()
{
    using enum Run;
    static const std::map<std::string, Exhibit> all = {
        {"merged_two_launches",
         {OldMerge, OutOfScope, "left[tx", "", Refused, NoDefinition,
          [](const Values& in) {
              const Numbers& x = in.at("X");
              const Numbers first = each(64, [&](size_t i) { return x[63 - i] + x[63 - i] * x[63 - i]; });
              return Values{{"X", first},
                            {"Y", each(32, [&](size_t i) { return first[31 - i] - first[i + 32]; })}};
          }}},
        {"merged_three_launches", {OldMerge, OutOfScope, "c[tx", "", Refused, NoDefinition, threeLaunches}},
        {"merged_first_without",
         {OldMerge, OutOfScope, "tile[tx", "", Refused, NoDefinition,
          ofX(64, [](const Numbers& x, size_t i) { return 2 * x[63 - i] * (2 * x[63 - i] + 1); })}},
        {"merged_first_with_one",
         {OldMerge, OutOfScope, "less[tx", "", Refused, NoDefinition,
          ofX(64, [](const Numbers& x, size_t i) { return x[i] * x[i] - 1; })}},
        {"merged_one_each",
         {OldMerge, OutOfScope, "narrow[tx", "", Refused, NoDefinition,
          ofX(32, [](const Numbers& x, size_t i) { return x[32 + i] + x[i]; })}},
        {"shared_before_launch",
         {"SplitHostDevice", "'carry_ptr'", "carry_ptr", "", Refused, "from its host, which has none",
          ofX(64, [](const Numbers& x, size_t i) { return 0.25 * x[63 - i] + x[i]; })}},
        {"merged_after_launch",
         {Launch, "'products'", "products", "", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return 2 * x[63 - i] - x[63 - i] * x[63 - i]; })}},
        {"launch_not_made",
         {OldLaunch, "directly, without a launch", "main_kernel(", "", Nothing, "",
          ofX(128, [](const Numbers& x, size_t i) { return 3 * x[i]; })}},
        {"helper_launched",
         {OldLaunch, "launches host function 'check_length' as a kernel", "check_length", "", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return x[i] + 1; })}},
        {"value_from_kernel",
         {OldLaunch, "'main' launches 'blocks_for', but a kernel can return nothing but 0", "blocks_for(", "",
          Nothing, "", ofX(64, [](const Numbers& x, size_t i) { return x[i] * x[i]; })}},
        {"exported_callee",
         {Launch, "launches host function 'check_length' as a kernel", "check_length", "", Nothing, "",
          ofX(32, [](const Numbers& x, size_t i) { return x[i] / 2; })}},
        {"caller_stands_first",
         {"BindTarget", "host function 'main' calls 'blocks_for', which is compiled for cuda alone",
          "blocks_for(", "main goes on calling a device version on the host", Refused, Unlaunchable,
          ofX(100, [](const Numbers& x, size_t i) { return x[i] - double((i + 31) / 32); })}},
        {"helper_of_a_helper",
         {"BindTarget", "host function 'padded_host' calls 'ceil_div', which is compiled for cuda alone",
          "ceil_div(", "ceil_div is private and called by no exported function", Refused, Unlaunchable,
          ofX(100, [](const Numbers& x, size_t i) { return x[i] + double((i + 31) / 32 * 32); })}},
        {"region_on_the_host",
         {Launch, "", "", "main calls main_kernel: host to device, so it is a launch", Nothing, "",
          ofX(16, [](const Numbers& x, size_t i) { return x[i] + 1; })}},
        {"one_argument_too_many",
         {"MakePackedAPI", "", "", "main calls scale, which is exported: the call packs its arguments",
          Failed, "TypeError: the number of arguments must be 2",
          ofX(32, [](const Numbers& x, size_t i) { return 2 * x[i]; })}},
        {"storage_too_early",
         {"FP8StorageLegalize", "'X'", "X: T.Buffer", "", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return x[63 - i]; })}},
        {"in_place_race",
         {Merge, "", "", "'mirrored' (512 bytes) is at byte 0: it takes over the entry of 'tile'", Differs,
          "", ofX(128, [](const Numbers& x, size_t i) { return x[i]; })}},
        {"overlapping_layers",
         {Merge, "", "", "'upper' (1024 bytes) is at byte 512: it takes over the entry of 'second'", Differs,
          "", ofX(256, [](const Numbers& x, size_t i) { return 5 * x[i] + 3 + (i < 128 ? x[i] + 3 : 0); })}},
        {"address_keeps_nothing_alive",
         {Merge, "", "", "'other' (256 bytes) is at byte 0: it takes over the entry of 'tile'", Differs, "",
          ofX(32, [](const Numbers& x, size_t i) { return 10 * x[31 - i] + x[i] + x[i + 1]; })}},
        {"pointer_left_behind",
         {Merge, "variable 'tile_ptr', which nothing defines", "half_of(tile_ptr", "", Refused, "'tile_ptr'",
          ofX(64, [](const Numbers& x, size_t i) { return x[63 - i] + 0.5 * (x[63 - i] + 1); })}},
        {"lanes_ignored",
         {Merge, "", "", "'quads' (256 bytes) is at byte 256", Crashed, "SIG",
          ofX(64, [](const Numbers& x, size_t i) { return x[63 - i] + x[i] + 100; })}},
        {"tiny_buffer",
         {Merge, "'flag_ptr' has no place in the merged allocation", "flag[0]", "", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return x[63 - i] * x[0]; })}},
        {"symbolic_reuse",
         {Merge, "'after_ptr' has no place in the merged allocation", "after[tx]", "", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return x[i] + x[63 - i]; })}},
        {"binding_that_loads",
         {Merge, "'tile_ptr' is used in the scope of its allocation", "tile[63 - tx]", "", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return x[i] * x[i]; })}},
        {"early_return",
         {Launch, "", "", "", Differs, "",
          ofX(64, [](const Numbers& x, size_t i) { return i < 32 ? x[i] : x[i] + 1; })}},
        {"axis_opened_twice",
         {Launch, "", "", "also passes blockIdx.x, threadIdx.x, threadIdx.x", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return 2 * x[i] + 1; })}},
        {"raw_pointer_on_both_sides",
         {"BindTarget", "its handle parameter 'p' has no buffer", "count(p", "", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return x[i] * double(i) + 64; })}},
        {"lanes_in_launch",
         {Launch, "", "", "", Failed, "takes 1024 bytes of dynamic shared memory, but is launched with 256",
          ofX(64, [](const Numbers& x, size_t i) { return x[63 - i]; })}},
        {"memory_of_a_helper",
         {Launch, "calls 'mirrored', which allocates dynamic shared memory 'tile'", "mirrored(", "", Nothing,
          "", ofX(64, [](const Numbers& x, size_t i) { return x[63 - i]; })}},
        {"cluster_of_a_helper",
         {Launch, "calls 'add_rank', which opens clusterCtaIdx.x", "add_rank(", "", Nothing, "", {}}},
        {"launch_in_a_helper",
         {"BindTarget", "'twice' launches threads, but is compiled for llvm alone", "T.launch_thread", "",
          Nothing, "", ofX(64, [](const Numbers& x, size_t i) { return 2 * x[i]; })}},
        {"narrow_scalar",
         {"SplitHostDevice", "", "", "main_kernel takes 'half'", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return x[i] / 2; })}},
        {"bfloat16_on_the_host",
         {"BF16ComputeLegalize", "arithmetic in bfloat16, which the host lacks", "root * root",
          "nothing to do: the target computes with bfloat16", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return 0.5625 * x[i]; })}},
        {"zero_of_float8",
         {"FP8ComputeLegalize", "", "", "", Differs, "",
          ofX(64, [](const Numbers& x, size_t i) { return std::max(x[i], 0.0); })}},
        {"vector_of_float8",
         {"FP8ComputeLegalize", "a vector of float32 is stored to 'Y'", "T.Cast(\"float32x4\"", "", Nothing,
          "", ofX(64, [](const Numbers& x, size_t i) { return x[i]; })}},
        {"private_return",
         {"MakePackedAPI", "", "", "", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return x[i] + 1; })}},
        {"static_reuse",
         {Merge, "", "", "'late' (512 bytes) is at byte 0: it takes over the entry of 'early'", Differs, "",
          ofX(128, [](const Numbers& x, size_t i) { return 2 * x[127 - i] + 1; })}},
        {"other_element_size",
         {Merge, "", "", "'floats' (512 bytes) is at byte 0", Differs, "",
          ofX(128, [](const Numbers& x, size_t i) { return 0.5 + x[127 - i]; })}},
        {"only_its_address",
         {Merge, "'cells_ptr' has no place in the merged allocation", "cells[tx]", "", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return x[63 - i] * (x[63 - i] + 1); })}},
        {"empty_buffer",
         {Merge, "'tile_ptr' has no place in the merged allocation", "tile[tx]", "", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return x[63 - i]; })}},
        {"alignment_too_small",
         {Merge, "'loose_ptr' is aligned to 2 bytes", "loose = T.alloc_buffer", "", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return 2 * x[63 - i] + 1; })}},
        {"dropped_predicate",
         {"LowerCrossThreadReduction", "", "", "is a reduction (sum) over threads of threadIdx.x (32)",
          Differs, "", sumsOfSixRows}},
        {"registers_of_all_threads",
         {"InjectPTXLDG32", "", "", "the load from 'X' becomes one predicated instruction", Nothing, "",
          ofX(64, [](const Numbers& x, size_t i) { return i < 60 ? x[i] : 0; })}},
        {"registers_too_late",
         {"InjectPTXLDG32", "'addr", "addr[0] =", "", Refused, "'addr",
          ofX(64, [](const Numbers& x, size_t i) { return i < 60 ? 2 * x[i] : 0; })}},
        {"in_place_by_all_threads",
         {"StorageRewrite", "", "", "'scaled' takes the memory of 'table' in place", Differs, "",
          [](const Values& in) {
              return Values{{"Y", each(64, [&](size_t i) { return 2 * in.at("X")[15 - i % 16] + 1; })}};
          }}},
        {"regions_of_a_fragment",
         {"TransformMmaBufferLayout",
          "'sums_ptr', which nothing defines",
          "T.writes(sums",
          "",
          Nothing,
          "",
          {}}},
    };
    return all;
}

std::vector<Sample> museum()
{
    std::vector<Sample> result;
    const Result<std::vector<Sample>> samples = readSamples(sourcePath("samples").toStdString());
    if (samples)
        std::ranges::copy_if(*samples, std::back_inserter(result),
                             [](const Sample& sample) { return sample.group == "Museum"; });
    return result;
}

/// An exhibit with what a pipeline made of it.
struct Opened {
    OpenedProgram program;
    std::shared_ptr<const Recording> recording;
};

Opened open(const Sample& sample, const std::string& pipeline, Mode mode)
{
    Opened opened{openFile(sample.path), nullptr};
    if (!opened.program.isOpen())
        return opened;
    if (const auto recording = record(opened.program, {.pipeline = pipeline, .mode = mode}))
        opened.recording = *recording;
    return opened;
}

/// The number of the first step that runs the pass.
size_t stepOf(const Recording& recording, const std::string& pass)
{
    size_t number = 1;
    while (number <= recording.steps.size() && toString(recording.steps[number - 1].pass) != pass)
        ++number;
    return number;
}

bool isHazardous(const Recording& recording, size_t number)
{
    return std::ranges::any_of(recording.diagnostics(number), isHazard);
}

RunReport runStep(const Opened& opened, size_t number)
{
    RunRequest request;
    request.module = modulesOf(*opened.recording)[number];
    request.signature = opened.program.parsed->module;
    request.isLockstep = number < lockstepEnd(*opened.recording);
    request.seed = 7;
    return runInWorker(request);
}

Values valuesOf(const RunReport& report, bool isAfter)
{
    Values values;
    for (const RunTensor& runTensor : report.tensors) {
        const Tensor tensor{*dtypeFromString(runTensor.dtype), runTensor.shape,
                            (isAfter ? runTensor.after : runTensor.before).copy()};
        for (int64_t index = 0; index < numberCount(tensor); ++index)
            values[runTensor.name].push_back(numberAt(tensor, index));
    }
    return values;
}

/// Empty when the outputs are what the formula says, else the first that is not.
QString difference(const RunReport& report, const Exhibit& exhibit)
{
    const Values after = valuesOf(report, true);
    for (const auto& [name, expected] : exhibit.formula(valuesOf(report, false))) {
        const Numbers& found = after.at(name);
        for (size_t index = 0; index < expected.size(); ++index)
            if (!(std::fabs(found.at(index) - expected[index]) < 1e-4))
                return QStringLiteral("%1[%2] is %3, expected %4")
                    .arg(name.c_str())
                    .arg(index)
                    .arg(found[index])
                    .arg(expected[index]);
    }
    return {};
}

void addExhibits()
{
    QTest::addColumn<Sample>("sample");
    for (const Sample& sample : museum())
        QTest::newRow(sample.name.c_str()) << sample;
}

} // namespace

Q_DECLARE_METATYPE(Sample)

class TestMuseum : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("TIRSCOPE_TIRC", TIRSCOPE_TEST_TIRC); }

    void everyProgramIsAnExhibit()
    {
        QStringList listed;
        for (const Sample& sample : museum()) {
            listed.append(QString::fromStdString(sample.path));
            QVERIFY2(exhibits().contains(sample.name), sample.name.c_str());
            QVERIFY2(findPipeline(sample.pipeline) && findPipeline(sample.remedy), sample.name.c_str());
        }
        listed.sort();
        QCOMPARE(listed, filesBelow(sourcePath("samples/museum"), {"*.py"}));
        QCOMPARE(size_t(listed.size()), exhibits().size());
    }

    void readmeTellsOfIt_data() { addExhibits(); }

    void readmeTellsOfIt()
    {
        QFETCH(Sample, sample);
        const std::string readme = readFile(sourcePath("samples/museum/README.md")).value();
        const QString all = QString::fromStdString(readme);
        QString row;
        for (const QString& line : all.split('\n'))
            if (line.startsWith("| " + QString::fromStdString(sample.name) + ".py "))
                row = line;
        QVERIFY2(!row.isEmpty(), sample.name.c_str());
        const std::string pass = exhibits().at(sample.name).pass;
        QVERIFY2(row.contains(QString::fromStdString(pass.substr(0, pass.find('(')))), qPrintable(row));
        QVERIFY2(row.contains(QString::fromStdString("`" + sample.pipeline + "`")), qPrintable(row));
        QVERIFY2(row.contains(QString::fromStdString("`" + sample.remedy + "`")), qPrintable(row));
        if (sample.remedyMode == Mode::Sound)
            QVERIFY2(row.contains("sound mode"), qPrintable(row));
    }

    void namesTheGuiltyStep_data() { addExhibits(); }

    void namesTheGuiltyStep()
    {
        QFETCH(Sample, sample);
        const Exhibit& exhibit = exhibits().at(sample.name);
        const Opened opened = open(sample, sample.pipeline, Mode::AsTvm);
        QVERIFY2(opened.recording, opened.program.rendered().c_str());
        const Recording& recording = *opened.recording;
        const CheckReport report = check(recording);
        const size_t guilty = stepOf(*opened.recording, exhibit.pass);
        QVERIFY(guilty <= opened.recording->steps.size());
        QVERIFY2(std::ranges::any_of(opened.recording->steps[guilty - 1].notes,
                                     [&](const PassNote& note) {
                                         return note.message.find(exhibit.note) != std::string::npos;
                                     }) ||
                     *exhibit.note == 0,
                 exhibit.note);
        if (*exhibit.finding == 0) {
            QVERIFY2(!report.firstBad || isHazardous(recording, *report.firstBad),
                     explain(report, recording).c_str());
            return;
        }
        const size_t red = stepOf(*opened.recording, exhibit.foundIn);
        QCOMPARE(report.firstBad.value_or(0), red);
        const StepText placed = printedText(recording.module(red), "step.py");
        const Diagnostics diagnostics = placed.placed(recording.diagnostics(red));
        const auto found = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
        QVERIFY(found != diagnostics.end());
        QVERIFY2(found->message.find(exhibit.finding) != std::string::npos, found->message.c_str());
        QVERIFY2(found->span, found->message.c_str());
        const SourceText& text = placed.source;
        const std::string line(text.line(text.lineColumn(found->span->begin).line));
        QVERIFY2(line.find(exhibit.line) != std::string::npos, line.c_str());
    }

    void theRunShowsIt_data() { addExhibits(); }

    void theRunShowsIt()
    {
        QFETCH(Sample, sample);
        const Exhibit& exhibit = exhibits().at(sample.name);
        const Opened opened = open(sample, sample.pipeline, Mode::AsTvm);
        QVERIFY(opened.recording);
        const size_t guilty = stepOf(*opened.recording, exhibit.pass);

        // Up to the guilty pass the program computes its formula.
        const RunReport before = runStep(opened, guilty - 1);
        if (const auto onGpu = onlyOnGpus().find(sample.name); onGpu != onlyOnGpus().end()) {
            QCOMPARE(int(before.status), int(RunStatus::Refused));
            QCOMPARE(before.message.c_str(), onGpu->second);
            return;
        }
        QVERIFY2(before.status == RunStatus::Done, before.message.c_str());
        QVERIFY2(difference(before, exhibit).isEmpty(), qPrintable(difference(before, exhibit)));

        if (exhibit.run == Run::Nothing)
            return;
        const RunReport after = runStep(opened, guilty);
        const QString message = QString::fromStdString(after.message);
        switch (exhibit.run) {
        case Run::Refused:
            QCOMPARE(int(after.status), int(RunStatus::Refused));
            break;
        case Run::Failed:
            QCOMPARE(int(after.status), int(RunStatus::Failed));
            break;
        case Run::Crashed:
            QCOMPARE(int(after.status), int(RunStatus::Crashed));
            break;
        case Run::Differs:
            QCOMPARE(int(after.status), int(RunStatus::Done));
            QVERIFY(!difference(after, exhibit).isEmpty());
            break;
        case Run::Nothing:
            break;
        }
        QVERIFY2(message.contains(QString::fromUtf8(exhibit.words)), qPrintable(message));
    }

    void theCheckNamesTheGuiltyPass_data() { addExhibits(); }

    void theCheckNamesTheGuiltyPass()
    {
        QFETCH(Sample, sample);
        if (onlyOnGpus().contains(sample.name))
            return; // namesTheGuiltyStep has seen all there is to see
        const Exhibit& exhibit = exhibits().at(sample.name);
        const Opened opened = open(sample, sample.pipeline, Mode::AsTvm);
        QVERIFY(opened.recording);
        const Recording& recording = *opened.recording;
        ExecuteOptions options;
        options.request.seed = 7;
        options.request.isChecked = true;
        options.lockstepEnd = lockstepEnd(*opened.recording);
        const StepRuns runs = executeSteps(modulesOf(*opened.recording), options);
        QVERIFY2(runs.notCompared.empty(), runs.notCompared.c_str());
        const CheckReport report = check(recording, runs);
        // A step that cannot be executed is not accused; the one that stumbles over it is.
        const size_t guilty =
            stepOf(*opened.recording, exhibit.run == Run::Refused ? exhibit.foundIn : exhibit.pass);
        const bool isShown =
            exhibit.run != Run::Nothing || *exhibit.finding != 0 || isHazardous(recording, guilty);
        QVERIFY2(report.firstBad == (isShown ? std::optional(guilty) : std::nullopt),
                 explain(report, recording, runs).c_str());

        const StepRun* run = runs.find(guilty);
        const auto expected = hazards().find(sample.name);
        if (expected == hazards().end()) {
            QVERIFY2(!run || run->introduced.empty(), explain(report, recording, runs).c_str());
            return;
        }
        const Hazard& hazard = expected->second;
        QVERIFY(run && !run->introduced.empty());
        const Finding& finding = run->introduced.front();
        QCOMPARE(int(finding.kind), int(hazard.kind));
        QCOMPARE(finding.element, std::string(hazard.element));
        const StepText text = printedText(opened.recording->module(guilty), "step.py");
        const auto lineOf = [&](const FindingAccess& access) {
            const auto span = text.spanOf(access.place);
            return span ? std::string(text.source.line(text.source.lineColumn(span->begin).line)) : "";
        };
        QVERIFY2(lineOf(finding.access).find(hazard.line) != std::string::npos,
                 lineOf(finding.access).c_str());
        QCOMPARE(finding.other.has_value(), *hazard.other != 0);
        if (finding.other)
            QVERIFY2(lineOf(*finding.other).find(hazard.other) != std::string::npos,
                     lineOf(*finding.other).c_str());
    }

    void theRemedyIsSound_data() { addExhibits(); }

    void theRemedyIsSound()
    {
        QFETCH(Sample, sample);
        const Opened opened = open(sample, sample.remedy, sample.remedyMode);
        QVERIFY2(opened.recording, opened.program.rendered().c_str());
        const Recording& recording = *opened.recording;
        if (onlyOnGpus().contains(sample.name)) {
            QVERIFY2(!check(recording).firstBad, explain(check(recording), recording).c_str());
            return;
        }
        ExecuteOptions options;
        options.request.seed = 7;
        options.request.isChecked = true;
        options.lockstepEnd = lockstepEnd(*opened.recording);
        const StepRuns runs = executeSteps(modulesOf(*opened.recording), options);
        QVERIFY2(runs.notCompared.empty(), runs.notCompared.c_str());
        const CheckReport checked = check(recording, runs);
        // The statement that accesses a buffer without elements never runs.
        const bool isUnreached = sample.name == "empty_buffer" && checked.unchecked.size() == 1 &&
                                 checked.unchecked[0].gap == Gap::NotReached;
        QVERIFY2(checked.answer == (isUnreached ? Answer::NotFullyChecked : Answer::Sound),
                 explain(checked, recording, runs).c_str());
        QVERIFY(runs.runs.size() > 1);
        for (const StepRun& run : runs.runs) {
            const std::string pass = recording.pass(run.step);
            QVERIFY2(run.status == RunStatus::Done, (pass + ": " + run.message).c_str());
            for (const Finding& finding : run.findings)
                if (severityOf(finding.kind) == Severity::Error)
                    QFAIL((pass + ": " + toDiagnostic(finding).message).c_str());
        }
        const RunReport report = runStep(opened, opened.recording->steps.size());
        QVERIFY2(report.status == RunStatus::Done, report.message.c_str());
        const QString wrong = difference(report, exhibits().at(sample.name));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
};

TIR_TEST(TestMuseum)
#include "tst_museum.moc"
