#include "passes/workbench/trace/import_dump.h"

#include "core/analysis/verify/verifier.h"
#include "passes/workbench/program/text_file.h"
#include "passes/workbench/trace/recorded_contracts.h"
#include "passes/workbench/trace/run_builder.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <set>

namespace tir {
namespace {

namespace fs = std::filesystem;

struct DumpFile {
    long number = 0;
    std::string pass; ///< "BindTarget": without number, prefix and suffix
    fs::path path;
};

/// DumpIR writes passes that only run others, too: their module is that of the last one.
bool onlyRunsOthers(const std::string& pass)
{
    return pass == "sequential" || pass == "_pipeline";
}

/// Nothing for files that DumpIR does not write, and for steps without a module of their own.
std::optional<DumpFile> dumpFile(const fs::path& path)
{
    const std::string stem = path.stem().string();
    const size_t underscore = stem.find('_');
    DumpFile file{.number = 0, .pass = {}, .path = path};
    if (path.extension() != ".py" || underscore == std::string::npos || underscore < 3)
        return std::nullopt;
    const auto [end, failure] = std::from_chars(stem.data(), stem.data() + underscore, file.number);
    if (failure != std::errc() || end != stem.data() + underscore)
        return std::nullopt;
    file.pass = stem.substr(underscore + 1);
    for (const std::string_view prefix : {"tirx.", "s_tir.", "relax.", "tir."})
        if (file.pass.starts_with(prefix))
            file.pass.erase(0, prefix.size());
    if (onlyRunsOthers(file.pass))
        return std::nullopt;
    return file;
}

/// By number: from 1000 on names no longer sort.
std::vector<DumpFile> dumpFiles(const fs::path& folder)
{
    std::vector<DumpFile> files;
    std::error_code failure;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure))
        if (auto file = dumpFile(entry->path()))
            files.push_back(*std::move(file));
    std::ranges::sort(files, {}, &DumpFile::number);
    return files;
}

/// The names of the functions of a module, by its text, which need not be readable.
std::set<std::string> functionNames(std::string_view text)
{
    constexpr std::string_view Start = "\n    def ";
    std::set<std::string> names;
    for (size_t at = text.find(Start); at != std::string_view::npos; at = text.find(Start, at + 1)) {
        const size_t begin = at + Start.size();
        names.emplace(text.substr(begin, text.find('(', begin) - begin));
    }
    return names;
}

/// Which module a step belongs to. TVM's build takes the host module and the device module out of the same
/// one, and then finishes the one and the other; a name says nothing about that, the functions do.
class BranchFinder {
public:
    Branch next(const std::string& pass, const std::string& text)
    {
        std::set<std::string> names = functionNames(text);
        if (pass == "Filter") {
            const bool isFirst = m_current == Branch::Common;
            m_current = Branch::Host; // which is finished first
            (isFirst ? m_host : m_device) = std::move(names);
            return isFirst ? Branch::Host : Branch::Device;
        }
        if (m_current != Branch::Common && m_host != m_device)
            m_current = names == m_device ? Branch::Device : names == m_host ? Branch::Host : m_current;
        return m_current;
    }

private:
    Branch m_current = Branch::Common;
    std::set<std::string> m_host;
    std::set<std::string> m_device;
};

/// Only what these passes of any version of TVM establish.
void addProperties(VerifyContext& context, const std::string& pass)
{
    if (pass == "MergeSharedMemoryAllocations")
        context.established.add(ModuleProperty::Merged);
    else if (pass == "SplitHostDevice")
        context.established.add(ModuleProperty::Split);
    else if (pass == "LowerDeviceKernelLaunch")
        context.established.add(ModuleProperty::Launches);
}

class Importer {
public:
    explicit Importer(const fs::path& folder) : m_run(folder.filename().string()) {}

    std::optional<Diagnostics> read(const DumpFile& file)
    {
        Result<std::string> bytes = readBytes(file.path.string());
        Result<std::string> decoded = bytes ? decodeText(*std::move(bytes)) : bytes;
        if (!decoded)
            return decoded.diagnostics();
        std::string text = *std::move(decoded);
        while (text.ends_with('\n'))
            text.pop_back();
        const Branch branch = m_branches.next(file.pass, text);
        m_read.push_back({file.pass, std::move(text), branch});
        return std::nullopt;
    }

    /// The steps of a branch stand together, whenever they ran. Precondition: a file was read.
    RecordedRun run()
    {
        std::ranges::stable_sort(m_read, {}, &ReadStep::branch);
        const std::string source = m_read.front().text;
        m_run.setInput(indexOf(source), {});
        m_texts.push_back(indexOf(source));
        for (const ReadStep& step : m_read)
            add(step);
        addBreaches(m_run.recording());
        return m_run.finish(source);
    }

private:
    struct ReadStep {
        std::string pass;
        std::string text;
        Branch branch = Branch::Common;
    };

    void add(const ReadStep& read)
    {
        const size_t number = m_texts.size();
        const size_t text = indexOf(read.text);
        addProperties(m_context, read.pass);
        const bool isFilter = read.pass == "Filter" && read.branch != Branch::Common;
        Step step;
        step.pass.name = read.pass;
        step.pass.branch = read.branch;
        if (isFilter)
            step.pass.positional = {std::string(read.branch == Branch::Host ? "host" : "device")};
        const auto before = m_last.find(read.branch);
        step.previous = before == m_last.end() ? m_last[Branch::Common] : before->second;
        step.verdict = text == m_texts[step.previous] ? Verdict::Unchanged : Verdict::Imported;
        if (number == 1)
            step.notes.push_back({"DumpIR writes no input: the module after this pass stands for it"});
        if (const RunText& module = m_run.text(text); module.program()->isOpen())
            step.diagnostics = verify(*module.module(), m_context);
        if (hasError(step.diagnostics))
            step.verdict = Verdict::IllFormed;
        m_last[read.branch] = number;
        m_texts.push_back(text);
        m_run.add(std::move(step), text);
    }

    /// Passes often change nothing: a text is read once for all steps that have it.
    size_t indexOf(const std::string& text)
    {
        const auto [entry, isNew] = m_indices.try_emplace(text, m_indices.size());
        if (isNew)
            m_run.addText(text);
        return entry->second;
    }

    RunBuilder m_run;
    BranchFinder m_branches;
    std::vector<ReadStep> m_read;
    VerifyContext m_context;
    std::map<std::string, size_t> m_indices; ///< of texts
    std::vector<size_t> m_texts;             ///< by module number
    std::map<Branch, size_t> m_last;         ///< the number of the last step of a branch
};

} // namespace

Result<RecordedRun> runFromDump(const std::string& folder)
{
    std::error_code failure;
    const fs::path inner = fs::path(folder) / "dump_ir";
    fs::path path = fs::is_directory(inner, failure) ? inner : fs::path(folder);
    if (!path.has_filename())
        path = path.parent_path(); // "dumps/"
    const std::vector<DumpFile> files = dumpFiles(path);
    if (files.empty())
        return error("no-dump",
                     "'" + folder + "' holds no files of TVM's DumpIR, which are named 000_Pass.py");
    Importer importer(path);
    for (const DumpFile& file : files)
        if (const auto failed = importer.read(file))
            return *failed;
    return importer.run();
}

} // namespace tir
