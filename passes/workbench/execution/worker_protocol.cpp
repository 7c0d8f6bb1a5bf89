#include "passes/workbench/execution/worker_protocol.h"

#include "core/script/json/tvm_json.h"
#include "passes/workbench/execution/finding_json.h"
#include "passes/workbench/execution/gpu_report_json.h"
#include "passes/workbench/execution/message_json.h"
#include "passes/workbench/execution/work_count_json.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <new>

namespace tir {
namespace {

using Json = nlohmann::json;

constexpr int ProtocolVersion = 1;

/// Far more than a report can need: a program that took over the worker must not fill the memory.
constexpr size_t MaxLineBytes = size_t(256) << 20;

constexpr const char* NoMemory = "its tensors take more memory than there is";

std::string_view textOf(const SharedBytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
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

std::optional<RunStatus> statusFromString(std::string_view name)
{
    for (const RunStatus status : {RunStatus::Done, RunStatus::Refused, RunStatus::Failed, RunStatus::Crashed,
                                   RunStatus::TimedOut, RunStatus::Cancelled})
        if (name == toString(status))
            return status;
    return std::nullopt;
}

/// Without those that have a form of their own.
constexpr auto ReportFields = [](auto& report, const auto& field) {
    field.name("status", report.status, statusFromString);
    field("message", report.message);
    field("errorKind", report.errorKind);
    field("device", report.device);
    field("isLockstep", report.isLockstep);
    field("isInconclusive", report.isInconclusive);
    field("partialGrids", report.partialGrids);
    field("returnValue", report.returnValue);
    field("returnDType", report.returnDType);
    field("compileNs", report.compileNs);
    field("runNs", report.runNs);
};

/// Without the bytes.
constexpr auto TensorFields = [](auto& tensor, const auto& field) {
    field("name", tensor.name);
    field("dtype", tensor.dtype);
    field("shape", tensor.shape);
    field("isScalar", tensor.isScalar);
};

GpuMemoryUse memoryUseFrom(const Json& json)
{
    GpuMemoryUse memory;
    readFields(json, memory, MemoryUseFields);
    return memory;
}

RunReport reportFrom(const Json& json)
{
    RunReport report;
    readFields(json, report, ReportFields);
    report.diagnostics = diagnosticsFromJson(json.at("diagnostics"));
    report.findings = findingsFromJson(json.at("findings"));
    report.hiddenFindings = findingsFromJson(json.at("hiddenFindings"));
    report.counted = countedLaunchesFromJson(json.at("counted"));
    if (!json.at("gpu").is_null())
        report.gpu = gpuReportFromJson(json.at("gpu"));
    return report;
}

/// Without the modules and the inputs.
constexpr auto RunRequestFields = [](auto& request, const auto& field) {
    field("entry", request.entry);
    field("seed", request.seed);
    field("memoryLimitBytes", request.memoryLimitBytes);
    field("isChecked", request.isChecked);
    field("isCounted", request.isCounted);
    field("countsKernels", request.countsKernels);
    field("isLockstep", request.isLockstep);
    field("isOptimized", request.isOptimized);
    field("countsOffsets", request.countsOffsets);
    field("checksIndices", request.checksIndices);
    field("blockLimit", request.blockLimit);
    field("device", request.device);
    field("via", request.via);
    field("repeat", request.repeat);
    field("hasColdCaches", request.hasColdCaches);
    field("cudaSource", request.cudaSource);
    field("isCompared", request.isCompared);
};

} // namespace

std::string encodeRequest(const RunRequest& request)
{
    std::map<std::string, std::string> inputs;
    for (const auto& [name, spec] : request.inputs)
        inputs[name] = toString(spec);
    Json json = writeFields(request, RunRequestFields);
    json["version"] = ProtocolVersion;
    json["module"] = toTvmJson(*request.module.module);
    json["signature"] = request.signature.module ? toTvmJson(*request.signature.module) : "";
    json["inputs"] = inputs;
    return dumpMessage(json);
}

Result<RunRequest> decodeRequest(std::string_view text)
{
    RunRequest request;
    std::string module;
    std::string signature;
    std::map<std::string, std::string> inputs;
    // The JSON library reports errors by exceptions; none leaves this function.
    try {
        const Json json = parseMessage(text);
        if (json.at("version") != ProtocolVersion)
            return unusableMessage("the request", "another version");
        module = json.at("module");
        signature = json.at("signature");
        inputs = json.at("inputs").get<std::map<std::string, std::string>>();
        readFields(json, request, RunRequestFields);
    } catch (const Json::exception& failure) {
        return unusableMessage("the request", failure.what());
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

std::string encodeMemory(const GpuMemoryUse& memory)
{
    return dumpMessage({{"version", ProtocolVersion}, {"memory", writeFields(memory, MemoryUseFields)}}) +
           '\n';
}

EncodedPart encodeInputs(const std::vector<RunTensor>& tensors)
{
    EncodedPart part;
    Json inputs = Json::array();
    for (const RunTensor& tensor : tensors) {
        inputs.push_back(writeFields(tensor, TensorFields));
        inputs.back()["bytes"] = tensor.before.size();
        part.tensors.push_back(textOf(tensor.before));
    }
    part.line = dumpMessage({{"version", ProtocolVersion}, {"inputs", inputs}}) + '\n';
    return part;
}

EncodedPart encodeOutcome(const RunReport& report)
{
    EncodedPart part;
    Json tensors = Json::array();
    for (const RunTensor& tensor : report.tensors) {
        const bool isSent = tensor.isChanged();
        tensors.push_back({{"isSent", isSent}, {"writers", writersJson(tensor.writers)}});
        if (isSent)
            part.tensors.push_back(textOf(tensor.after));
    }
    Json json = writeFields(report, ReportFields);
    json["version"] = ProtocolVersion;
    json["diagnostics"] = diagnosticsToJson(report.diagnostics);
    json["findings"] = findingsToJson(report.findings);
    json["hiddenFindings"] = findingsToJson(report.hiddenFindings);
    json["counted"] = toJson(report.counted);
    json["gpu"] = report.gpu ? toJson(*report.gpu) : Json();
    json["tensors"] = std::move(tensors);
    part.line = dumpMessage(json) + '\n';
    return part;
}

std::string encodeReport(const RunReport& report)
{
    std::string bytes;
    const auto add = [&](const EncodedPart& part) {
        bytes += part.line;
        for (const std::string_view tensor : part.tensors)
            bytes += tensor;
    };
    if (!report.tensors.empty())
        add(encodeInputs(report.tensors));
    add(encodeOutcome(report));
    return bytes;
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
    while (!piece.empty() && m_failure.empty()) {
        if (m_filled < m_expected.size()) {
            piece.remove_prefix(takeBytes(piece));
            continue;
        }
        if (m_hasOutcome)
            return;
        if (m_line.ends_with('\n'))
            m_line.clear();
        const size_t lineEnd = piece.find('\n');
        m_line += piece.substr(0, lineEnd == piece.npos ? lineEnd : lineEnd + 1);
        if (m_line.size() > MaxLineBytes)
            return refuse("a line of it is too long");
        if (lineEnd == piece.npos)
            return;
        piece.remove_prefix(lineEnd + 1);
        readLine();
    }
}

/// Memory that is filled later.
std::byte* ReportReader::roomFor(uint64_t bytes, SharedBytes& tensor)
{
    if (bytes > m_maxBytes)
        throw std::bad_alloc();
    m_maxBytes -= bytes;
    const std::shared_ptr<std::byte[]> memory(new std::byte[bytes]); // not filled twice
    tensor = {memory, {memory.get(), bytes}};
    return memory.get();
}

/// Returns how many bytes of the piece belong to the next tensor.
size_t ReportReader::takeBytes(std::string_view piece)
{
    Arrival& arrival = m_expected[m_filled];
    RunTensor& tensor = m_tensors[arrival.tensor];
    const size_t count = size_t(std::min<uint64_t>(tensor.before.size() - arrival.count, piece.size()));
    if (!arrival.room && std::memcmp(tensor.before.data() + arrival.count, piece.data(), count) != 0) {
        try {
            arrival.room = roomFor(tensor.before.size(), tensor.after);
        } catch (const std::bad_alloc&) {
            refuse(NoMemory);
            return piece.size();
        }
        std::memcpy(arrival.room, tensor.before.data(), arrival.count);
    }
    if (arrival.room)
        std::memcpy(arrival.room + arrival.count, piece.data(), count);
    arrival.count += count;
    if (arrival.count == tensor.before.size())
        ++m_filled;
    return count;
}

/// The remaining bytes are dropped: the tensor with the invalid entry has no memory.
void ReportReader::refuse(const std::string& why)
{
    m_failure = why;
    m_expected.clear();
    m_filled = 0;
}

void ReportReader::readLine()
{
    m_expected.clear();
    m_filled = 0;
    try {
        const Json json = parseMessage(m_line);
        if (json.at("version") != ProtocolVersion)
            return refuse("another version");
        if (json.contains("memory")) {
            if (m_memoryHeard)
                m_memoryHeard(memoryUseFrom(json.at("memory")));
        } else if (!m_hasInputs && json.contains("inputs"))
            readInputs(json.at("inputs"));
        else
            readOutcome(json);
    } catch (const Json::exception& failure) {
        refuse(failure.what());
    } catch (const std::bad_alloc&) { // a damaged worker may send any number
        refuse(NoMemory);
    }
}

void ReportReader::readInputs(const Json& inputs)
{
    m_hasInputs = true;
    for (const Json& entry : inputs) {
        RunTensor tensor;
        readFields(entry, tensor, TensorFields);
        const uint64_t bytes = entry.at("bytes");
        std::byte* const room = roomFor(bytes, tensor.before);
        if (bytes > 0)
            m_expected.push_back({.tensor = m_tensors.size(), .room = room});
        tensor.after = tensor.before;
        m_tensors.push_back(std::move(tensor));
    }
}

void ReportReader::readOutcome(const Json& json)
{
    m_hasOutcome = true;
    m_report = reportFrom(json);
    const Json& entries = json.at("tensors");
    if (entries.empty())
        m_tensors.clear();
    if (entries.size() != m_tensors.size())
        return refuse("it has other tensors than were announced");
    for (size_t index = 0; index < m_tensors.size(); ++index) {
        m_tensors[index].writers = writersFrom(entries.at(index).at("writers"));
        if (entries.at(index).at("isSent").get<bool>() && !m_tensors[index].before.empty())
            m_expected.push_back({.tensor = index, .room = nullptr});
    }
}

Result<RunReport> ReportReader::finish()
{
    if (!m_failure.empty())
        return unusableMessage("the report", m_failure);
    if (!m_hasOutcome || m_filled < m_expected.size())
        return unusableMessage("the report", "it is incomplete");
    m_report.tensors = std::move(m_tensors);
    return std::move(m_report);
}

Result<RunReport> decodeReport(std::string_view bytes)
{
    ReportReader reader(bytes.size());
    reader.add(bytes);
    return reader.finish();
}

} // namespace tir
