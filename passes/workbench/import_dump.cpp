#include "passes/workbench/import_dump.h"

#include "core/analysis/verifier.h"
#include "passes/workbench/text_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

namespace tir {
namespace {

namespace fs = std::filesystem;

struct DumpFile {
    long number = 0;
    std::string pass; ///< "BindTarget": without number, prefix and suffix
    fs::path path;
};

/// Nothing for files that DumpIR does not write.
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
    return file;
}

/// By number: from 1000 on names no longer sort.
std::vector<DumpFile> dumpFiles(const fs::path& folder)
{
    std::vector<DumpFile> files;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure))
        if (auto file = dumpFile(entry.path()))
            files.push_back(*std::move(file));
    std::ranges::sort(files, {}, &DumpFile::number);
    return files;
}

void addPromises(VerifyContext& context, const std::string& pass)
{
    context.afterMerge |= pass == "MergeSharedMemoryAllocations";
    context.afterSplit |= pass == "SplitHostDevice";
    context.afterLaunchLowering |= pass == "LowerDeviceKernelLaunch";
}

/// Spans instead of places: a trace has no IR.
Diagnostics verdictOf(const OpenedProgram& program, const VerifyContext& context)
{
    return sourceText(program).placed(verify(program.module(), context));
}

class Importer {
public:
    explicit Importer(const fs::path& folder) { m_trace.sourceName = folder.filename().string(); }

    std::optional<Diagnostics> add(const DumpFile& file)
    {
        Result<std::string> bytes = readBytes(file.path.string());
        Result<std::string> decoded = bytes ? decodeText(*std::move(bytes)) : bytes;
        if (!decoded)
            return decoded.diagnostics();
        std::string text = *std::move(decoded);
        while (text.ends_with('\n'))
            text.pop_back();
        const auto [entry, isNew] = m_indices.try_emplace(text, m_trace.texts.size());
        if (isNew)
            m_trace.texts.push_back(text);
        if (m_trace.steps.empty()) {
            m_trace.sourceText = text;
            m_trace.steps.push_back(stepOf({}, entry->second));
        }
        addPromises(m_context, file.pass);
        TraceStep step = stepOf(file.pass, entry->second);
        step.verdict = step.text == m_trace.steps.back().text ? Verdict::Unchanged : Verdict::Imported;
        if (m_trace.steps.size() == 1)
            step.notes.push_back({"DumpIR writes no input: the module after this pass stands for it", {}});
        step.previous = m_trace.steps.size() - 1;
        m_trace.steps.push_back(std::move(step));
        judge(m_trace.steps.size() - 1);
        return std::nullopt;
    }

    Trace run() { return std::move(m_trace); }

private:
    static TraceStep stepOf(const std::string& pass, size_t text)
    {
        TraceStep step;
        step.pass = pass;
        step.text = text;
        return step;
    }

    void judge(size_t number)
    {
        const OpenedProgram program = m_trace.open(number);
        if (!program.isOpen())
            return;
        TraceStep& step = m_trace.steps[number];
        step.diagnostics = verdictOf(program, m_context);
        if (hasError(step.diagnostics))
            step.verdict = Verdict::IllFormed;
    }

    Trace m_trace;
    VerifyContext m_context;
    std::map<std::string, size_t> m_indices;
};

} // namespace

Result<Trace> traceFromDump(const std::string& folder)
{
    std::error_code failure;
    const fs::path inner = fs::path(folder) / "dump_ir";
    const fs::path path = fs::is_directory(inner, failure) ? inner : fs::path(folder);
    const std::vector<DumpFile> files = dumpFiles(path);
    if (files.empty())
        return error("no-dump", "'" + folder + "' holds no files of TVM's DumpIR, which are named 000_Pass.py");
    Importer importer(path);
    for (const DumpFile& file : files)
        if (const auto failed = importer.add(file))
            return *failed;
    return importer.run();
}

} // namespace tir
