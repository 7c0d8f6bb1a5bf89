#include "core/codegen/cuda_c/file_writer.h"

#include <algorithm>

namespace tir::cuda_c {

void FileWriter::addSource(const std::string& text)
{
    if (std::find(m_sources.begin(), m_sources.end(), text) == m_sources.end())
        m_sources.push_back(text);
}

void FileWriter::refuse(Place place, std::string message)
{
    for (const Diagnostic& refusal : m_refusals)
        if (refusal.place == place && refusal.message == message)
            return;
    m_refusals.push_back(error("cannot-generate", std::move(message)));
    m_refusals.back().place = place;
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
