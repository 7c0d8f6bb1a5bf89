/// Reading and writing of TVM's JSON. Its content need not be a sensible program: it is verified and printed
/// nevertheless, because both happen to any file that a user opens.

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

constexpr size_t LeastArenaBytes = size_t(1) << 20;
constexpr size_t ArenaBytesPerByte = 100;

void checkJson(const std::string& json)
{
    const auto read = fromTvmJson(json);
    if (!read) {
        TIR_CHECK(hasError(read.diagnostics())) << "refused without a reason";
        return;
    }
    const size_t arenaBytes = read->arena->bytesUsed();
    TIR_CHECK(arenaBytes <= LeastArenaBytes + ArenaBytesPerByte * json.size())
        << json.size() << " bytes of JSON became " << arenaBytes;
    const std::string written = toTvmJson(*read->module);
    const auto again = fromTvmJson(written);
    TIR_CHECK(again) << "the JSON is not read again: " << again.diagnostics().front().message << "\n" << json;
    const auto difference = findDifference(*read->module, *again->module, {.mapFreeVars = true});
    TIR_CHECK(!difference) << "the JSON is another program: " << difference->message << "\n" << json;
    TIR_CHECK(toTvmJson(*again->module) == written) << "the JSON changes when it is read:\n" << json;
    verify(*read->module);
    printScript(*read->module);
}

} // namespace

void checkTvmJsonBytes(FuzzBytes bytes)
{
    checkJson(std::string(bytes.begin(), bytes.end()));
}

void checkTvmJsonDamage(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const OpenedProgram program = openText("fuzz.py", generatedProgram(source));
    if (!program.isOpen())
        return;               // the business of script_programs
    ByteSource damage(bytes); // from the start: the program may have used up everything
    checkJson(withDamagedJson(toTvmJson(program.module()), damage));
}

} // namespace tir::testing
