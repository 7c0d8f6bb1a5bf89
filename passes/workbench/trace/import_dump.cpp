#include "passes/workbench/trace/import_dump.h"

#include "core/support/parallel.h"
#include "passes/workbench/program/text_file.h"
#include "passes/workbench/trace/finished_passes.h"
#include "passes/workbench/trace/pass_event_file.h"
#include "passes/workbench/trace/run_builder.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace tir {
namespace {

namespace fs = std::filesystem;

struct DumpFile {
    long number = 0;
    std::string pass; ///< "tirx.BindTarget"
    fs::path path;
};

std::optional<long> numberFrom(std::string_view digits)
{
    long number = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (failure != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return number;
}

/// Nothing for files that DumpIR does not write.
std::optional<DumpFile> dumpFile(const fs::path& path)
{
    const std::string stem = path.stem().string();
    const size_t underscore = stem.find('_');
    if (path.extension() != ".py" || underscore == std::string::npos || underscore < 3)
        return std::nullopt;
    const auto number = numberFrom(std::string_view(stem).substr(0, underscore));
    if (!number)
        return std::nullopt;
    return DumpFile{.number = *number, .pass = stem.substr(underscore + 1), .path = path};
}

/// The first number of the name orders loose files, and the rest names the step: "2_after_merge" is "after_merge".
std::optional<DumpFile> looseFile(const fs::path& path)
{
    constexpr std::string_view Digits = "0123456789";
    constexpr std::string_view Separators = "_-. ";
    if (path.extension() != ".py" && path.extension() != ".json")
        return std::nullopt;
    const std::string stem = path.stem().string();
    const size_t begin = stem.find_first_of(Digits);
    if (begin == std::string::npos)
        return std::nullopt;
    const size_t end = std::min(stem.find_first_not_of(Digits, begin), stem.size());
    const auto number = numberFrom(std::string_view(stem).substr(begin, end - begin));
    if (!number)
        return std::nullopt;
    std::string rest = stem.substr(end);
    rest.erase(0, std::min(rest.find_first_not_of(Separators), rest.size()));
    return DumpFile{.number = *number, .pass = rest.empty() ? stem : rest, .path = path};
}

/// By number: from 1000 on, names no longer sort. Equal numbers sort by name.
std::vector<DumpFile> filesOf(const fs::path& folder, std::optional<DumpFile> (*read)(const fs::path&))
{
    std::vector<DumpFile> files;
    std::error_code failure;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure))
        if (auto file = read(entry->path()))
            files.push_back(*std::move(file));
    std::ranges::sort(files, [](const DumpFile& a, const DumpFile& b) {
        return std::tie(a.number, a.path) < std::tie(b.number, b.path);
    });
    return files;
}

/// The texts of the files, which are read at the same time. One that cannot be read is a text that says why; fails if
/// none can be read.
Result<std::vector<std::string>> textsOf(const std::vector<DumpFile>& files)
{
    size_t bytes = 0;
    for (const DumpFile& file : files) {
        std::error_code failure;
        const std::uintmax_t size = fs::file_size(file.path, failure);
        bytes += failure ? 0 : size_t(size);
    }
    std::vector<Result<std::string>> read(files.size(), std::string());
    inParallel(files.size(), helpersFor(bytes), [&](size_t index) {
        Result<std::string> content = readRegularFile(files[index].path.string());
        read[index] = content ? decodeText(*std::move(content)) : std::move(content);
    });
    const auto isRead = [](const Result<std::string>& text) { return bool(text); };
    if (std::ranges::none_of(read, isRead))
        return read.front().diagnostics();
    std::vector<std::string> texts;
    for (Result<std::string>& text : read)
        texts.push_back(text ? *std::move(text) : "# " + text.diagnostics().front().message);
    return texts;
}

} // namespace

Result<RecordedRun> runFromDump(const std::string& folder, const RunReading& reading)
{
    std::error_code failure;
    if (const fs::path events = fs::path(folder) / EventFileName; fs::exists(events, failure)) {
        Result<std::string> text = readRegularFile(events.string());
        return text ? runFromEventLines(folder, *text, folder, reading)
                    : Result<RecordedRun>(text.diagnostics());
    }
    const fs::path inner = fs::path(folder) / "dump_ir";
    fs::path path = fs::is_directory(inner, failure) ? inner : fs::path(folder);
    if (!path.has_filename())
        path = path.parent_path(); // "dumps/"
    std::vector<DumpFile> files = filesOf(path, dumpFile);
    if (files.empty())
        files = filesOf(path, looseFile);
    if (files.empty())
        return error("no-dump",
                     "'" + folder +
                         "' holds no modules that TVM wrote: no trace.jsonl, no files of DumpIR, which are "
                         "named 000_Pass.py, and no other .py or .json files with a number in their name");
    Result<std::vector<std::string>> read = textsOf(files);
    if (!read)
        return read.diagnostics();
    std::vector<std::string> texts = *std::move(read); // copies would take as long as reading
    PassEvents events{.name = path.filename().string()};
    std::vector<FinishedPass> passes;
    for (size_t index = 0; index < files.size(); ++index)
        passes.push_back({files[index].pass, events.textIndex(std::move(texts[index]))});
    addFinishedPasses(events, passes);
    return runFromEvents(std::move(events), reading);
}

} // namespace tir
