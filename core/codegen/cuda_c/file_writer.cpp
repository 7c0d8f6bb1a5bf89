#include "core/codegen/cuda_c/file_writer.h"

#include <algorithm>

namespace tir::cuda_c {

void FileWriter::addSource(const std::string& text)
{
    if (std::find(m_sources.begin(), m_sources.end(), text) == m_sources.end())
        m_sources.push_back(text);
}

void FileWriter::addAssembly(const std::string& name, const std::string& parameters, const std::string& body)
{
    addHelper(name, "__device__ __forceinline__ void " + name + parameters + " {\n  " + body + "\n}\n");
}

bool FileWriter::declareShared(const std::string& name, const std::string& declaration)
{
    return m_sharedDeclarations.emplace(name, declaration).first->second == declaration;
}

void FileWriter::warn(Place place, std::string_view code, std::string message)
{
    m_remarks.push_back({.severity = Severity::Warning,
                         .code = std::string(code),
                         .message = std::move(message),
                         .place = place});
}

std::string FileWriter::head() const
{
    std::string text = prologue(m_features);
    for (const auto& [name, helper] : m_helpers)
        text += "\n" + helper;
    for (const std::string& source : m_sources)
        text += "\n" + source + (source.ends_with('\n') ? "" : "\n");
    return text + "\n";
}

} // namespace tir::cuda_c
