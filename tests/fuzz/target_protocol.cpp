/// Messages between this process and the worker, in both directions: a message may be truncated, and never ends the
/// reader.

#include "passes/workbench/execution/generate_protocol.h"
#include "passes/workbench/execution/worker_protocol.h"
#include "passes/workbench/program/open.h"
#include "tests/fuzz/damage.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/kernel_generator.h"

namespace tir::testing {
namespace {

template <class T>
bool isRead(const Result<T>& result, std::string_view what)
{
    TIR_CHECK(result || hasError(result.diagnostics())) << what << " is refused without a reason";
    return bool(result);
}

void checkRequest(const std::string& text)
{
    const Result<RunRequest> request = decodeRequest(text);
    if (!isRead(request, "the request"))
        return;
    const std::string written = encodeRequest(*request);
    const Result<RunRequest> again = decodeRequest(written);
    TIR_CHECK(again && encodeRequest(*again) == written) << "the request changes when it is read:\n"
                                                         << written;
}

void checkReport(const std::string& text)
{
    const Result<RunReport> report = decodeReport(text);
    if (!isRead(report, "the report"))
        return;
    const std::string written = encodeReport(*report);
    const Result<RunReport> again = decodeReport(written);
    TIR_CHECK(again && encodeReport(*again) == written) << "the report changes when it is read:\n" << written;
    for (const RunTensor& tensor : report->tensors)
        tensor.writerOf(0);
}

void checkGenerate(const std::string& text)
{
    isGenerateRequest(text);
    if (const Result<GenerateRequest> request = decodeGenerateRequest(text);
        isRead(request, "the request to generate")) {
        const std::string written = encodeGenerateRequest(*request);
        const Result<GenerateRequest> again = decodeGenerateRequest(written);
        TIR_CHECK(again && encodeGenerateRequest(*again) == written)
            << "the request to generate changes when it is read:\n"
            << written;
    }
    if (const Result<Artifact> artifact = decodeArtifact(text); isRead(artifact, "the artifact")) {
        const std::string written = encodeArtifact(artifact);
        const Result<Artifact> again = decodeArtifact(written);
        TIR_CHECK(again && encodeArtifact(again) == written) << "the artifact changes when it is read:\n"
                                                             << written;
    }
}

void checkMessage(const std::string& text)
{
    checkRequest(text);
    checkReport(text);
    checkGenerate(text);
    lastStatement(text);
}

RunReport someReport(ByteSource& source)
{
    RunReport report;
    report.status = source.oneOf({RunStatus::Done, RunStatus::Failed, RunStatus::Refused});
    report.message = source.oneOf({"", "ValueError: n"});
    report.diagnostics = {error("cannot-run", "no such thing")};
    Finding& finding = report.findings.emplace_back();
    finding.buffer = "A";
    if (source.oneIn(2))
        finding.other = FindingAccess{};
    for (size_t i = 0, count = source.below(3); i < count; ++i) {
        RunTensor tensor;
        tensor.name = "A" + std::to_string(i);
        tensor.dtype = "int8";
        tensor.shape = {4};
        tensor.before = std::vector<std::byte>(4);
        tensor.after = std::vector<std::byte>(4, std::byte(source.below(2)));
        tensor.writers = {{4, Place(source.below(8))}};
        report.tensors.push_back(std::move(tensor));
    }
    if (source.oneIn(2))
        report.gpu.emplace().kernels.emplace_back().timesNs = {1, 2};
    return report;
}

Artifact someArtifact(ByteSource& source)
{
    return {.kind = source.oneOf({ArtifactKind::Ptx, ArtifactKind::C}),
            .content = "int main;\n",
            .entryPoints = {"main_kernel"},
            .ranges = {{{0, 9}, Place(source.below(9))}},
            .resources = {{.function = "main_kernel", .registers = 24}}};
}

std::string someMessage(ByteSource& source)
{
    const size_t kind = source.below(4);
    if (kind == 2)
        return encodeReport(someReport(source));
    if (kind == 3)
        return encodeArtifact(someArtifact(source));
    const OpenedProgram program = openText("fuzz.py", generatedKernels(source));
    TIR_CHECK(program.isOpen()) << "a program is not read:\n" << program.rendered();
    if (kind == 0)
        return encodeGenerateRequest({.module = program.parsed->module});
    RunRequest request;
    request.module = program.parsed->module;
    request.inputs["X0"] = InputSpec::ramp(0, 0.5);
    return encodeRequest(request);
}

} // namespace

void checkProtocolBytes(FuzzBytes bytes)
{
    checkMessage(std::string(bytes.begin(), bytes.end()));
}

void checkProtocolDamage(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const std::string message = someMessage(source);
    ByteSource damage(bytes); // from the start: the message may have used up everything
    if (damage.oneIn(4))
        return checkMessage(withDamagedText(message, damage));
    const size_t lineEnd = std::min(message.find('\n'), message.size());
    checkMessage(withDamagedJson(message.substr(0, lineEnd), damage) + message.substr(lineEnd));
}

} // namespace tir::testing
