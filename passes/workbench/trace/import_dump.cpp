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
    std::string missing = {}; ///< "files 002 to 004", which are not in the folder; else empty
};

/// Files of one run of the compiler, by number.
using DumpFiles = std::vector<DumpFile>;

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
    if (!number || *number < 0)
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

std::string numberText(long number)
{
    std::string text = std::to_string(number);
    return std::string(text.size() < 3 ? 3 - text.size() : 0, '0') + text;
}

/// DumpIR numbers every pass, also one whose file it cannot write.
DumpFiles withMissing(const DumpFiles& files)
{
    DumpFiles all;
    for (const DumpFile& file : files) {
        if (!all.empty() && file.number - all.back().number > 1) {
            const long expected = all.back().number + 1;
            const std::string last = file.number - 1 > expected ? " to " + numberText(file.number - 1) : "";
            all.push_back({.number = file.number - 1,
                           .pass = "(missing in the folder)",
                           .path = {},
                           .missing = (last.empty() ? "file " : "files ") + numberText(expected) + last});
        }
        all.push_back(file);
    }
    return all;
}

/// How many files have the number that most files have.
size_t mostAlike(const DumpFiles& files)
{
    size_t most = 1;
    size_t count = 1;
    for (size_t index = 1; index < files.size(); ++index) {
        count = files[index].number == files[index - 1].number ? count + 1 : 1;
        most = std::max(most, count);
    }
    return most;
}

/// The runs whose files are in the folder, the newest last: each writes its files in the order of their numbers, over
/// those of the same name. Nothing if the times of the files do not show that, as after copying them.
std::vector<DumpFiles> runsByTime(DumpFiles files)
{
    const size_t count = mostAlike(files);
    const long lowest = files.front().number;
    const auto timeOf = [](const DumpFile& file) {
        std::error_code failure;
        return fs::last_write_time(file.path, failure);
    };
    std::ranges::stable_sort(files, {}, timeOf);
    std::vector<DumpFiles> runs;
    for (DumpFile& file : files) {
        if (runs.empty() || file.number <= runs.back().back().number)
            runs.emplace_back();
        runs.back().push_back(std::move(file));
    }
    const bool isClear = runs.size() == count && runs.back().front().number == lowest;
    return isClear ? runs : std::vector<DumpFiles>();
}

/// "2 files with the number 001"
std::string alikeText(const DumpFiles& files)
{
    const auto first = std::ranges::adjacent_find(files, {}, &DumpFile::number);
    const auto count = std::ranges::count(files, first->number, &DumpFile::number);
    return std::to_string(count) + " files with the number " + numberText(first->number);
}

bool hasCompressedFiles(const fs::path& folder)
{
    std::error_code failure;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure))
        if (const std::string name = entry->path().filename().string();
            name.ends_with(".py.gz") || name.ends_with(".json.gz"))
            return true;
    return false;
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
        const std::string& missing = files[index].missing;
        if (!missing.empty()) {
            read[index] = error("no-file", "the folder has no " + missing);
            return;
        }
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

Result<bool> addRun(PassEvents& events, const DumpFiles& files)
{
    Result<std::vector<std::string>> read = textsOf(files);
    if (!read)
        return read.diagnostics();
    std::vector<std::string> texts = *std::move(read); // copies would take as long as reading
    std::vector<FinishedPass> passes;
    for (size_t index = 0; index < files.size(); ++index)
        passes.push_back({files[index].pass, events.textIndex(std::move(texts[index]))});
    addFinishedPasses(events, passes);
    return true;
}

void warnOfMissing(PassEvents& events, const DumpFiles& files)
{
    for (const DumpFile& file : files) {
        if (file.missing.empty())
            continue;
        events.hasAllPasses = false;
        events.warnings.push_back("the folder has no " + file.missing +
                                  ": what these passes did is part of the change of the next one");
    }
}

/// `files` are those of DumpIR, by number.
Result<RecordedRun> runFromDumpFiles(const std::string& name, DumpFiles files, const RunReading& reading)
{
    PassEvents events{.name = name};
    std::vector<DumpFiles> runs;
    if (mostAlike(files) > 1) {
        runs = runsByTime(files);
        events.warnings.push_back("the folder has the files of several runs, such as " + alikeText(files) +
                                  (runs.empty() ? ": steps may be compared with those of another run"
                                                : ": the times of the files separate them"));
    }
    if (runs.empty())
        runs.push_back(std::move(files));
    for (const DumpFiles& run : runs) {
        const DumpFiles all = withMissing(run);
        warnOfMissing(events, all);
        events.builds.push_back({events.events.size()});
        if (const Result<bool> added = addRun(events, all); !added)
            return added.diagnostics();
    }
    return runFromEvents(std::move(events), reading);
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
    else
        return runFromDumpFiles(path.filename().string(), std::move(files), reading);
    if (files.empty() && hasCompressedFiles(path))
        return error("no-dump",
                     "the files in '" + folder + "' are compressed with gzip: decompress them first");
    if (files.empty())
        return error("no-dump",
                     "'" + folder +
                         "' holds no modules that TVM wrote: no trace.jsonl, no files of DumpIR, which are "
                         "named 000_Pass.py, and no other .py or .json files with a number in their name");
    PassEvents events{.name = path.filename().string()};
    if (const Result<bool> added = addRun(events, files); !added)
        return added.diagnostics();
    return runFromEvents(std::move(events), reading);
}

} // namespace tir
