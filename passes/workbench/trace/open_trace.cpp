#include "passes/workbench/trace/open_trace.h"

#include "passes/workbench/program/text_file.h"
#include "passes/workbench/trace/import_dump.h"
#include "passes/workbench/trace/trace_file.h"

#include <fstream>

namespace tir {

Result<RecordedRun> readTrace(const std::string& path)
{
    if (isFolder(path))
        return runFromDump(path);
    const Result<std::string> bytes = readBytes(path);
    return bytes ? runFromJson(*bytes, path) : Result<RecordedRun>(bytes.diagnostics());
}

RecordedRun openTraceFile(const std::string& path)
{
    Result<RecordedRun> read = readTrace(path);
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
    constexpr size_t HeadBytes = 4096;
    std::string head(HeadBytes, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), std::streamsize(head.size()));
    head.resize(size_t(file.gcount()));
    return looksLikeTrace(head);
}

} // namespace tir
