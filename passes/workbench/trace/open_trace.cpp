#include "passes/workbench/trace/open_trace.h"

#include "core/script/json/tvm_json.h"
#include "passes/workbench/program/text_file.h"
#include "passes/workbench/trace/import_dump.h"
#include "passes/workbench/trace/module_log.h"
#include "passes/workbench/trace/pass_event_file.h"
#include "passes/workbench/trace/trace_file.h"

#include <filesystem>
#include <fstream>

namespace tir {
namespace {

namespace fs = std::filesystem;

/// Without the byte order mark that some editors write, which the parsers of JSON skip as well.
std::string_view withoutMark(std::string_view bytes)
{
    constexpr std::string_view Mark = "\xEF\xBB\xBF";
    return bytes.substr(bytes.starts_with(Mark) ? Mark.size() : 0);
}

bool isJson(std::string_view bytes)
{
    bytes = withoutMark(bytes);
    const size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && bytes[first] == '{';
}

std::string headOf(const std::string& path)
{
    constexpr size_t HeadBytes = 4096;
    std::string head(HeadBytes, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), HeadBytes);
    head.resize(size_t(file.gcount()));
    return head;
}

} // namespace

Result<RecordedRun> readTrace(const std::string& path, const RunReading& given)
{
    RunReading reading = given;
    reading.isRunning = reading.isRunning || isBeingWritten(path); // the end may be written while it is read
    if (isFolder(path))
        return runFromDump(path, reading);
    const Result<std::string> bytes = readBytes(path);
    return bytes ? runFromBytes(*bytes, path, reading) : Result<RecordedRun>(bytes.diagnostics());
}

Result<RecordedRun> runFromBytes(const std::string& bytes, const std::string& name, const RunReading& reading)
{
    if (isJson(bytes))
        return runFromJson(bytes, name, reading);
    return runFromModuleLog(fs::path(name).filename().string(), decodeOutput(bytes), reading);
}

RecordedRun openTraceFile(const std::string& path, const RunReading& reading)
{
    Result<RecordedRun> read = readTrace(path, reading);
    if (read)
        return *std::move(read);
    RecordedRun unreadable;
    unreadable.program.source = SourceText(path, {});
    unreadable.program.diagnostics = read.diagnostics();
    return unreadable;
}

bool isTrace(const std::string& path)
{
    if (isFolder(path))
        return true;
    // JSON is recognized by its first character; a log may look like a program up to its second module.
    if (const std::string head = headOf(path); isJson(head))
        return looksLikeTrace(head);
    const Result<std::string> bytes = readBytes(path);
    return bytes && looksLikeTrace(*bytes);
}

bool looksLikeTrace(std::string_view bytes)
{
    if (isJson(bytes))
        return !looksLikeTvmJson(withoutMark(bytes));
    const bool isOfTerminal = bytes.find_first_of("\x1B\r") != std::string_view::npos;
    return isOfTerminal ? looksLikeModuleLog(decodeOutput(bytes)) : looksLikeModuleLog(bytes);
}

} // namespace tir
