/// Code generators: a module that is well-formed is rejected with a reason, or becomes code that LLVM's verifier
/// accepts (the generators check that themselves). The same module gives the same code. A program is recorded once
/// and every step that changed the module is checked: recording costs as much as twenty modules in one generator.

#include "core/analysis/verify/verifier.h"
#include "core/codegen/generators.h"
#include "core/codegen/llvm_ir/emit.h"
#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "passes/pipelines.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/trace/record.h"
#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/kernel_generator.h"
#include "tests/fuzz/program_generator.h"

#include <utility>

namespace tir::testing {
namespace {

void checkRejection(const Diagnostics& diagnostics, std::string_view what)
{
    TIR_CHECK(hasError(diagnostics)) << what << " is rejected without a reason";
    for (const Diagnostic& diagnostic : diagnostics)
        TIR_CHECK(!diagnostic.message.empty() && !diagnostic.code.empty())
            << what << " is rejected by an empty message";
}

void checkGenerator(const Module& module, ArtifactKind kind, bool isTwice)
{
    Generator generate = textGenerator(kind);
    if (!generate)
        generate = machineGenerator(kind);
    const Result<Artifact> first = generate(module, {});
    if (!first)
        return checkRejection(first.diagnostics(), toString(kind));
    TIR_CHECK(!first->content.empty()) << toString(kind) << " is empty";
    uint32_t end = 0;
    for (const ArtifactRange& range : first->ranges) {
        TIR_CHECK(end <= range.span.begin && range.span.begin < range.span.end &&
                  range.span.end <= first->content.size())
            << "a range outside of the code, or over another one";
        end = range.span.end;
    }
    const bool hasMarks =
        textGenerator(kind) && first->content.find_first_of("\x01\x02") != std::string::npos;
    TIR_CHECK(!hasMarks) << toString(kind) << " has marks of places in its text";
    if (!isTwice)
        return;
    const Result<Artifact> second = generate(module, {});
    TIR_CHECK(second && second->content == first->content)
        << toString(kind) << " differs when it is generated again";
}

void checkEmulation(const Module& module, bool isChecked)
{
    const Result<std::string> entry = chooseEntry(module);
    if (!entry)
        return checkRejection(entry.diagnostics(), "the entry");
    const Result<LlvmProgram> program = emitLlvm(module, {.entry = *entry, .isChecked = isChecked});
    if (!program)
        checkRejection(program.diagnostics(), "the program");
}

/// How the modules of a target are checked; `isTwice`: each is generated again.
using ModuleCheck = void (*)(const Module&, bool isTwice);

/// What takes about a millisecond for each module.
void checkText(const Module& module, bool isTwice)
{
    for (const ArtifactKind kind : {ArtifactKind::Cuda, ArtifactKind::C, ArtifactKind::Llvm})
        checkGenerator(module, kind, isTwice);
    checkEmulation(module, true);
    if (isTwice)
        checkEmulation(module, false);
}

/// What LLVM compiles.
void checkPtx(const Module& module, bool isTwice)
{
    checkGenerator(module, ArtifactKind::Ptx, isTwice);
}

void checkEverything(const Module& module, bool isTwice)
{
    checkText(module, isTwice);
    checkPtx(module, isTwice);
}

void checkModule(const Module& module, ModuleCheck check, bool isTwice)
{
    if (hasError(verify(module)))
        return;
    countExamined();
    try {
        check(module, isTwice);
    } catch (const InternalError& failure) {
        throw InternalError(std::string(failure.what()) + "\n" + printScript(module));
    }
}

/// The program itself, and every other module of a pipeline.
void checkSteps(const OpenedProgram& program, ByteSource& source, ModuleCheck check)
{
    const Pipeline& pipeline = allPipelines()[source.below(allPipelines().size())];
    const Mode mode = source.oneIn(2) ? Mode::AsTvm : Mode::Sound;
    const auto recording = record(program, {.pipeline = pipeline.name, .mode = mode, .force = true});
    TIR_CHECK(recording) << "pipeline " << pipeline.name << " does not run";
    const StepModules modules = modulesOf(**recording);
    const bool isTwice = source.oneIn(8);
    const Module* last = nullptr;
    for (const OwnedModule& step : modules)
        if (step.module && std::exchange(last, step.module) != step.module)
            checkModule(*step.module, check, isTwice);
}

std::string someProgram(ByteSource& source)
{
    return source.oneIn(2) ? generatedKernels(source) : generatedProgram(source);
}

void checkPrograms(FuzzBytes bytes, ModuleCheck check)
{
    ByteSource source(bytes);
    const size_t choices = source.below(1 << 16);
    const OpenedProgram program = openText("fuzz.py", someProgram(source));
    if (!program.isOpen())
        return; // the business of script_programs
    const uint8_t bytesOfChoices[] = {uint8_t(choices),      uint8_t(choices >> 8), uint8_t(choices >> 3),
                                      uint8_t(choices >> 5), uint8_t(choices >> 7), uint8_t(choices >> 9)};
    ByteSource choice(bytesOfChoices);
    checkSteps(program, choice, check);
}

} // namespace

void checkGenerators(FuzzBytes bytes)
{
    checkPrograms(bytes, checkText);
}

void checkPtxGenerator(FuzzBytes bytes)
{
    checkPrograms(bytes, checkPtx);
}

void checkGeneratorsDamage(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const std::string text = someProgram(source);
    ByteSource damage(bytes); // from the start: the program may have used up everything
    if (damage.oneIn(2)) {
        const OpenedProgram program = openText("fuzz.py", withDamagedText(text, damage));
        return program.isOpen() ? checkModule(program.module(), checkEverything, true) : void();
    }
    const OpenedProgram program = openText("fuzz.py", text);
    if (!program.isOpen())
        return;
    const auto damaged = fromTvmJson(withDamagedJson(toTvmJson(program.module()), damage));
    if (damaged)
        checkModule(*damaged->module, checkEverything, true);
}

} // namespace tir::testing
