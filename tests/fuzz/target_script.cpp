/// Reading and printing of TVMScript.

#include "core/analysis/verify/verifier.h"
#include "core/ir/structural_equal.h"
#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "passes/workbench/program/open.h"
#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/program_generator.h"

namespace tir::testing {
namespace {

/// The allowed memory of any short text, and the allowed memory per byte.
constexpr size_t LeastArenaBytes = size_t(1) << 20;
constexpr size_t ArenaBytesPerByte = 400;

void checkSpans(const ParsedModule& parsed, size_t textBytes)
{
    for (const Span& span : parsed.spans.list())
        TIR_CHECK(span.begin <= span.end && span.end <= textBytes) << "a span outside of the text";
}

void checkRefusal(const OpenedProgram& program)
{
    TIR_CHECK(hasError(program.diagnostics)) << "refused without a reason";
    for (const Diagnostic& diagnostic : program.diagnostics) {
        TIR_CHECK(!diagnostic.message.empty()) << "a diagnostic without words";
        // A truncated text is reported at its end, after the last byte.
        TIR_CHECK(!diagnostic.span || diagnostic.span->end <= program.source.text().size() + 1)
            << "a diagnostic outside of the text: " << diagnostic.message;
    }
    TIR_CHECK(!program.rendered().empty()) << "diagnostics without a rendering";
}

void checkPrintSettles(const std::string& printed, const PrintOptions& options)
{
    const OpenedProgram again = openText("printed.py", printed);
    TIR_CHECK(again.isOpen()) << "the print is not read again:\n" << again.rendered() << "\n" << printed;
    const std::string after = printScript(again.module(), options);
    TIR_CHECK(after == printed) << "the print changes when it is read:\n"
                                << printed << "\n-- becomes --\n"
                                << after;
}

/// Texts that were read print to something that is read again, and prints alike from then on.
void checkText(const std::string& text)
{
    const OpenedProgram program = openText("fuzz.py", text);
    if (!program.isOpen()) {
        checkRefusal(program);
        return;
    }
    const size_t arenaBytes = program.parsed->module.arena->bytesUsed();
    TIR_CHECK(arenaBytes <= LeastArenaBytes + ArenaBytesPerByte * text.size())
        << text.size() << " bytes of text became " << arenaBytes;
    checkSpans(*program.parsed, program.source.text().size());
    const PrintOptions options{.asBareFunction = program.parsed->isBareFunction};
    checkPrintSettles(printScript(program.module(), options), options);
}

void requireEqual(const Module& a, const Module& b, std::string_view what, const std::string& text)
{
    const auto difference = findDifference(a, b);
    TIR_CHECK(!difference) << what << " is another program: " << difference->message << "\n" << text;
}

} // namespace

void checkScriptBytes(FuzzBytes bytes)
{
    checkText(std::string(bytes.begin(), bytes.end()));
}

void checkScriptDamage(FuzzBytes bytes)
{
    ByteSource source(bytes);
    std::string text = generatedProgram(source);
    ByteSource damage(bytes); // from the start: the program may have used up everything
    checkText(withDamagedText(std::move(text), damage));
}

void checkScriptPrograms(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const std::string text = generatedProgram(source);
    const OpenedProgram program = openText("fuzz.py", text);
    TIR_CHECK(program.isOpen()) << "a program is not read:\n" << program.rendered() << "\n" << text;
    const Diagnostics verdict = verify(program.module());
    TIR_CHECK(!hasError(verdict)) << "ill-formed: " << verdict.front().message << "\n" << text;

    const std::string printed = printScript(program.module());
    const OpenedProgram again = openText("printed.py", printed);
    TIR_CHECK(again.isOpen()) << "the print is not read again:\n" << again.rendered() << "\n" << printed;
    requireEqual(program.module(), again.module(), "the print", printed);
    TIR_CHECK(printScript(again.module()) == printed) << "the print changes when it is read:\n" << printed;

    const std::string json = toTvmJson(program.module());
    const auto fromJson = fromTvmJson(json);
    TIR_CHECK(fromJson) << "the JSON is not read again: " << fromJson.diagnostics().front().message;
    requireEqual(program.module(), *fromJson->module, "the JSON", printed);
    TIR_CHECK(toTvmJson(*fromJson->module) == json) << "the JSON changes when it is read:\n" << json;
    TIR_CHECK(printScript(*fromJson->module) == printed) << "the JSON prints differently:\n" << printed;
}

} // namespace tir::testing
