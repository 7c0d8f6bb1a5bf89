#include "passes/workbench/execution/worker_protocol.h"

#include "core/script/json/tvm_json.h"
#include "passes/workbench/execution/finding_json.h"
#include "passes/workbench/execution/gpu_report_json.h"
#include "passes/workbench/execution/message_json.h"
#include "passes/workbench/trace/diagnostic_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <new>

namespace tir {
namespace {

using Json = nlohmann::json;

constexpr int ProtocolVersion = 1;

constexpr RunStatus AllStatuses[] = {RunStatus::Done,    RunStatus::Refused,  RunStatus::Failed,
                                     RunStatus::Crashed, RunStatus::TimedOut, RunStatus::Cancelled};

/// Names in a module may hold any bytes.
std::string dump(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Diagnostic unusable(const std::string& what, const std::string& why)
{
    return error("worker-protocol", what + " cannot be read: " + why);
}

/// [end, place, end, place, …]
Json writersJson(const std::vector<WrittenElements>& writers)
{
    Json list = Json::array();
    for (const WrittenElements& written : writers) {
        list.push_back(written.end);
        list.push_back(written.place);
    }
    return list;
}

std::vector<WrittenElements> writersFrom(const Json& list)
{
    std::vector<WrittenElements> writers;
    for (size_t index = 0; index + 1 < list.size(); index += 2)
        writers.push_back({list[index].get<int64_t>(), list[index + 1].get<Place>()});
    return writers;
}

RunReport reportFrom(const Json& json)
{
    RunReport report;
    for (const RunStatus status : AllStatuses)
        if (json.at("status") == toString(status))
            report.status = status;
    report.message = json.at("message");
    report.diagnostics = diagnosticsFromJson(json.at("diagnostics"));
    report.findings = findingsFromJson(json.at("findings"));
    report.device = json.at("device");
    report.isLockstep = json.at("isLockstep");
    report.returnValue = json.at("returnValue");
    report.compileNs = json.at("compileNs");
    report.runNs = json.at("runNs");
    if (!json.at("gpu").is_null())
        report.gpu = gpuReportFromJson(json.at("gpu"));
    return report;
}

} // namespace

std::string encodeRequest(const RunRequest& request)
{
    std::map<std::string, std::string> inputs;
    for (const auto& [name, spec] : request.inputs)
        inputs[name] = toString(spec);
    return dump({{"version", ProtocolVersion},
                 {"module", toTvmJson(*request.module.module)},
                 {"signature", request.signature.module ? toTvmJson(*request.signature.module) : ""},
                 {"entry", request.entry},
                 {"seed", request.seed},
                 {"inputs", inputs},
                 {"memoryLimitBytes", request.memoryLimitBytes},
                 {"isChecked", request.isChecked},
                 {"isLockstep", request.isLockstep},
                 {"blockLimit", request.blockLimit},
                 {"device", request.device},
                 {"via", request.via},
                 {"repeat", request.repeat},
                 {"cudaSource", request.cudaSource}});
}

Result<RunRequest> decodeRequest(std::string_view text)
{
    RunRequest request;
    std::string module;
    std::string signature;
    std::map<std::string, std::string> inputs;
    // The library reports by exceptions; none leaves this function.
    try {
        const Json json = parseMessage(text);
        if (json.at("version") != ProtocolVersion)
            return unusable("the request", "another version");
        module = json.at("module");
        signature = json.at("signature");
        request.entry = json.at("entry");
        request.seed = json.at("seed");
        inputs = json.at("inputs").get<std::map<std::string, std::string>>();
        request.memoryLimitBytes = json.at("memoryLimitBytes");
        request.isChecked = json.at("isChecked");
        request.isLockstep = json.at("isLockstep");
        request.blockLimit = json.at("blockLimit");
        request.device = json.at("device");
        request.via = json.at("via");
        request.repeat = json.at("repeat");
        request.cudaSource = json.at("cudaSource");
    } catch (const Json::exception& failure) {
        return unusable("the request", failure.what());
    }
    for (const auto& [name, spelling] : inputs) {
        Result<InputSpec> spec = parseInputSpec(spelling);
        if (!spec)
            return spec.diagnostics();
        request.inputs[name] = *std::move(spec);
    }
    Result<OwnedModule> decoded = fromTvmJson(module);
    if (!decoded)
        return decoded.diagnostics();
    request.module = *std::move(decoded);
    if (!signature.empty()) {
        Result<OwnedModule> origin = fromTvmJson(signature);
        if (!origin)
            return origin.diagnostics();
        request.signature = *std::move(origin);
    }
    return request;
}

EncodedReport encodeReport(const RunReport& report)
{
    EncodedReport encoded;
    Json tensors = Json::array();
    const auto append = [&](const SharedBytes& content) {
        encoded.tensors.emplace_back(reinterpret_cast<const char*>(content.data()), content.size());
    };
    for (const RunTensor& tensor : report.tensors) {
        tensors.push_back({{"name", tensor.name},
                           {"dtype", tensor.dtype},
                           {"shape", tensor.shape},
                           {"isScalar", tensor.isScalar},
                           {"bytes", tensor.before.size()},
                           {"isChanged", tensor.isChanged()},
                           {"writers", writersJson(tensor.writers)}});
        append(tensor.before);
        if (tensor.isChanged())
            append(tensor.after);
    }
    encoded.head = dump({{"version", ProtocolVersion},
                         {"status", toString(report.status)},
                         {"message", report.message},
                         {"diagnostics", diagnosticsToJson(report.diagnostics)},
                         {"findings", findingsToJson(report.findings)},
                         {"device", report.device},
                         {"isLockstep", report.isLockstep},
                         {"returnValue", report.returnValue},
                         {"compileNs", report.compileNs},
                         {"runNs", report.runNs},
                         {"gpu", report.gpu ? Json(toJson(*report.gpu)) : Json()},
                         {"tensors", tensors}}) +
                   '\n';
    return encoded;
}

Place lastStatement(std::string_view bytes)
{
    Place place = NoPlace;
    if (bytes.starts_with(LastStatement))
        std::from_chars(bytes.data() + LastStatement.size(), bytes.data() + bytes.size(), place);
    return place;
}

void ReportReader::add(std::string_view piece)
{
    if (!m_isHeadComplete) {
        const size_t lineEnd = piece.find('\n');
        m_head += piece.substr(0, lineEnd);
        if (lineEnd == piece.npos)
            return;
        m_isHeadComplete = true;
        piece.remove_prefix(lineEnd + 1);
        readHead();
    }
    while (!piece.empty() && m_filled < m_expected.size()) {
        std::span<std::byte>& room = m_expected[m_filled];
        const size_t count = std::min(room.size(), piece.size());
        std::memcpy(room.data(), piece.data(), count);
        room = room.subspan(count);
        piece.remove_prefix(count);
        if (room.empty())
            ++m_filled;
    }
}

/// Memory that is filled later.
SharedBytes ReportReader::roomFor(uint64_t bytes)
{
    if (bytes > m_maxBytes)
        throw std::bad_alloc();
    m_maxBytes -= bytes;
    const std::shared_ptr<std::byte[]> memory(new std::byte[bytes]); // not filled twice
    if (bytes > 0)
        m_expected.emplace_back(memory.get(), bytes);
    return {memory, {memory.get(), bytes}};
}

/// What still comes goes nowhere: the tensor whose entry is wrong has taken its memory with it.
void ReportReader::refuse(const std::string& why)
{
    m_failure = why;
    m_expected.clear();
}

void ReportReader::readHead()
{
    try {
        const Json json = parseMessage(m_head);
        if (json.at("version") != ProtocolVersion) {
            return refuse("another version");
        }
        m_report = reportFrom(json);
        for (const Json& entry : json.at("tensors")) {
            RunTensor tensor;
            tensor.name = entry.at("name");
            tensor.dtype = entry.at("dtype");
            tensor.shape = entry.at("shape").get<std::vector<int64_t>>();
            tensor.isScalar = entry.at("isScalar");
            tensor.writers = writersFrom(entry.at("writers"));
            const uint64_t bytes = entry.at("bytes");
            tensor.before = roomFor(bytes);
            tensor.after = entry.at("isChanged").get<bool>() ? roomFor(bytes) : tensor.before;
            m_report.tensors.push_back(std::move(tensor));
        }
    } catch (const Json::exception& failure) {
        refuse(failure.what());
    } catch (const std::bad_alloc&) { // a worker that has lost its wits may say any number
        refuse("its tensors take more memory than there is");
    }
}

Result<RunReport> ReportReader::finish()
{
    if (!m_failure.empty())
        return unusable("the report", m_failure);
    if (!m_isHeadComplete || m_filled < m_expected.size())
        return unusable("the report", "it is incomplete");
    return std::move(m_report);
}

Result<RunReport> decodeReport(std::string_view bytes)
{
    ReportReader reader(bytes.size());
    reader.add(bytes);
    return reader.finish();
}

} // namespace tir
