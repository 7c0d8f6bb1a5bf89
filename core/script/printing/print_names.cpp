#include "core/script/printing/print_names.h"

#include "core/support/text_format.h"

#include <algorithm>
#include <charconv>

namespace tir::script {
Frame& PrintNames::open(const Node* scope, std::string indent)
{
    m_frames.push_back({.scope = scope, .indent = std::move(indent), .objects = {}, .names = {}});
    return m_frames.back();
}

void PrintNames::close()
{
    for (const Node* object : m_frames.back().objects) {
        if (const auto* buffer = as<Buffer>(object))
            std::erase(m_buffers[buffer->data], buffer);
        m_spellings.erase(object);
    }
    for (const std::string& name : m_frames.back().names) {
        m_taken.erase(name);
        release(name);
    }
    m_frames.pop_back();
}

const Spelling* PrintNames::find(const Node* object) const
{
    const auto found = m_spellings.find(object);
    return found == m_spellings.end() ? nullptr : &found->second;
}

std::string PrintNames::freeName(std::string_view hint)
{
    std::string wanted(hint);
    std::ranges::replace_if(
        wanted, [](char c) { return !isNameByte(c); }, '_');
    if (!m_taken.contains(wanted))
        return wanted;
    int& number = m_numbers.try_emplace(wanted, 1).first->second;
    std::string name;
    do
        name = wanted + "_" + std::to_string(number++);
    while (m_taken.contains(name));
    return name;
}

void PrintNames::release(std::string_view name)
{
    const size_t underscore = name.rfind('_');
    if (underscore == name.npos)
        return;
    const auto found = m_numbers.find(std::string(name.substr(0, underscore)));
    int number = 0;
    const char* const end = name.data() + name.size();
    if (found != m_numbers.end() && std::from_chars(name.data() + underscore + 1, end, number).ptr == end &&
        number > 0)
        found->second = std::min(found->second, number);
}

const std::string& PrintNames::define(Frame& frame, const Node* object, std::string_view hint)
{
    if (const auto known = m_spellings.find(object); known != m_spellings.end())
        return known->second.name;
    const auto* buffer = as<Buffer>(object);
    const std::string name = freeName(hint.empty() ? (buffer ? "buffer" : "v") : hint);
    m_taken.insert(name);
    frame.names.push_back(name);
    frame.objects.push_back(object);
    if (buffer)
        m_buffers[buffer->data].push_back(buffer);
    return m_spellings.emplace(object, Spelling{.name = name, .attribute = {}}).first->second.name;
}

void PrintNames::defineAs(Frame& frame, const Node* object, const Buffer* owner, std::string attribute)
{
    const auto [entry, isNew] = m_spellings.emplace(
        object,
        Spelling{.name = m_spellings.at(owner).name, .owner = owner, .attribute = std::move(attribute)});
    if (isNew)
        frame.objects.push_back(object);
}

const std::vector<const Buffer*>& PrintNames::buffersOn(const Var* data) const
{
    static const std::vector<const Buffer*> None;
    const auto found = m_buffers.find(data);
    return found == m_buffers.end() ? None : found->second;
}

} // namespace tir::script
