#include "tests/core/runtime/run_program.h"

#include "core/codegen/llvm_ir/emit.h"
#include "core/runtime/arguments.h"
#include "core/runtime/jit/cpu_jit.h"
#include "core/runtime/simt/checker/checker.h"
#include "core/runtime/simt/work_log.h"
#include "core/script/reading/parser.h"
#include "core/support/list_text.h"

#include <QStringList>

#include <algorithm>
#include <numeric>
#include <sstream>

namespace tir::testing {
namespace {

std::string indented(const std::string& text, const std::string& indentation)
{
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);)
        result += (line.empty() ? "" : indentation + line) + "\n";
    return result;
}

std::vector<double> numbers(const Tensor& tensor)
{
    std::vector<double> result;
    for (int64_t index = 0; index < numberCount(tensor); ++index)
        result.push_back(numberAt(tensor, index));
    return result;
}

RunResult refused(const Diagnostics& diagnostics)
{
    RunResult result;
    for (const Diagnostic& diagnostic : diagnostics)
        result.complaints.push_back(diagnostic.message);
    return result;
}

std::string textAt(const ParsedModule& parsed, const std::string& text, Place place)
{
    if (place == NoPlace)
        return "nowhere";
    const Span span = parsed.spans[place];
    return text.substr(span.begin, span.end - span.begin);
}

std::string inWords(const CountedWork& work)
{
    const std::string memory = work.memory == StorageRank::Global ? "global" : "shared";
    switch (work.kind) {
    case CountedWork::Kind::LoadedBytes:
        return "loaded " + memory;
    case CountedWork::Kind::StoredBytes:
        return "stored " + memory;
    case CountedWork::Kind::Operations:
        return toString(work.dtype);
    case CountedWork::Kind::MatrixOperations:
        return "matrix " + toString(work.dtype);
    }
    return {};
}

/// Sorted by kind and type: the order of slots has no meaning.
std::string inWords(const LoggedLaunches& launches, const std::vector<CountedWork>& kinds)
{
    std::vector<std::string> parts;
    for (size_t slot = 0; slot < kinds.size(); ++slot)
        if (launches.work[slot] > 0)
            parts.push_back(inWords(kinds[slot]) + " " + std::to_string(launches.work[slot]));
    std::sort(parts.begin(), parts.end());
    std::string text = launches.kernel + " " + tupleText(launches.grid) + " of " + tupleText(launches.block) +
                       (launches.count > 1 ? ", " + std::to_string(launches.count) + " times" : "") + ":";
    for (const std::string& part : parts)
        text += (text.ends_with(':') ? " " : ", ") + part;
    return text + (launches.isWorkDifferent ? " or other work" : "");
}

void addFindings(RunResult& result, Checker& checker, const Arguments& arguments, const ParsedModule& parsed,
                 const std::string& text)
{
    for (const Argument& argument : arguments.params)
        for (const auto& [end, site] :
             checker.writers(argument.value.bytes.data(), elementBytes(argument.value.dtype)))
            result.writers[argument.name].resize(
                size_t(end), site == NoSite ? "" : textAt(parsed, text, checker.site(site).statement));
    for (const Diagnostic& diagnostic : toDiagnostics(checker.takeFindings())) {
        std::string line =
            diagnostic.code + ": " + diagnostic.message + " @ " + textAt(parsed, text, diagnostic.place);
        for (const DiagnosticNote& note : diagnostic.notes)
            line += " | " + note.message + " @ " + textAt(parsed, text, note.place);
        result.findings.push_back(line);
    }
}

} // namespace

RunResult runProgram(const std::string& body, const std::map<std::string, std::vector<double>>& given,
                     const std::map<std::string, int64_t>& dims, Checked checked)
{
    return runProgram(body, given, dims, RunHow{.checked = checked});
}

RunResult runProgram(const std::string& body, const std::map<std::string, std::vector<double>>& given,
                     const std::map<std::string, int64_t>& dims, const RunHow& how)
{
    const Checked checked = how.checked;
    const std::string text = "# from tvm.script import ir as I\n# from tvm.script import tirx as T\n\n"
                             "@I.ir_module\nclass Module:\n" +
                             indented(body, "    ");
    const Result<ParsedModule> parsed = parseModule(SourceText("test.py", text));
    if (!parsed)
        return refused(parsed.diagnostics());
    const Module& module = *parsed->module.module;
    const Result<LlvmProgram> program = emitLlvm(module, {.entry = "main",
                                                          .isChecked = checked == Checked::Yes,
                                                          .isCounted = how.isCounted,
                                                          .isLockstep = how.isLockstep,
                                                          .blockLimit = how.blockLimit});
    if (!program)
        return refused(program.diagnostics());
    const Result<CpuProgram> compiled = CpuProgram::compile(*program);
    if (!compiled)
        return refused(compiled.diagnostics());
    ArgumentOptions options{.seed = 1};
    for (const auto& [name, size] : dims)
        options.inputs[name] = InputSpec::constant(double(size));
    Result<Arguments> made = makeArguments(to<PrimFunc>(*module.find("main")->function), options);
    if (!made)
        return refused(made.diagnostics());
    Arguments arguments = *std::move(made);

    RunResult result;
    for (Argument& argument : arguments.params) {
        const auto wanted = given.find(argument.name);
        for (size_t index = 0; wanted != given.end() && index < wanted->second.size(); ++index)
            setNumber(argument.value, int64_t(index), wanted->second[index]);
        result.before[argument.name] = numbers(argument.value);
    }
    std::vector<int64_t> sizes;
    for (const Var* size : program->sizes)
        sizes.push_back(arguments.sizes.at(size));
    std::vector<void*> pointers;
    for (Argument& argument : arguments.params)
        pointers.push_back(argument.value.bytes.data());
    for (int64_t& size : sizes)
        pointers.push_back(&size);
    std::unique_ptr<Checker> checker;
    if (checked == Checked::Yes) {
        checker = std::make_unique<Checker>(program->sites);
        checker->setLockstep(program->isLockstep);
        for (Argument& argument : arguments.params)
            checker->addMemory(argument.value.bytes.data(), argument.value.bytes.size(), RegionKind::Global,
                               true);
    }
    WorkLog log(program->counted.size());
    result.error = compiled->run(pointers.data(), &result.returned,
                                 {how.cores, checker.get(), how.blockLimit, how.isCounted ? &log : nullptr});
    for (const LoggedLaunches& launches : log.launches())
        result.work.push_back(inWords(launches, program->counted));
    if (checker)
        addFindings(result, *checker, arguments, *parsed, text);
    for (const Argument& argument : arguments.params)
        result.after[argument.name] = numbers(argument.value);
    return result;
}

QString troubleOf(const RunResult& result)
{
    QStringList words;
    for (const std::string& complaint : result.complaints)
        words += QString::fromStdString(complaint);
    if (result.error)
        words += QString::fromStdString(result.error->kind + ": " + result.error->message);
    return words.join(QStringLiteral("; "));
}

Numbers range(size_t count)
{
    Numbers numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

RunResult runMain(const std::string& parameters, const std::string& statements,
                  const std::map<std::string, std::vector<double>>& given, Checked checked)
{
    return runMain(parameters, statements, given, RunHow{.checked = checked});
}

RunResult runMain(const std::string& parameters, const std::string& statements,
                  const std::map<std::string, std::vector<double>>& given, const RunHow& how)
{
    return runProgram("@T.prim_func(s_tir=True)\ndef main(" + parameters + "):\n" +
                          indented(statements, "    "),
                      given, {}, how);
}

} // namespace tir::testing
