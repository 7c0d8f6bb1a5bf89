#include "passes/workbench/trace/trace_members.h"

namespace tir {

void TraceMembers::refuse(const std::string& reason)
{
    if (m_problem.empty())
        m_problem = reason;
}

const TraceMembers::Json& TraceMembers::member(const Json& object, const std::string& key)
{
    static const Json None;
    if (object.is_object())
        if (const auto found = object.find(key); found != object.end())
            return *found;
    refuse("no '" + key + "'");
    return None;
}

std::string TraceMembers::text(const Json& object, const std::string& key)
{
    const Json& value = member(object, key);
    if (value.is_string())
        return value.get<std::string>();
    refuse("'" + key + "' is not a string");
    return {};
}

int64_t TraceMembers::number(const Json& object, const std::string& key)
{
    const Json& value = member(object, key);
    if (value.is_number_integer())
        return value.get<int64_t>();
    refuse("'" + key + "' is not an integer");
    return 0;
}

const TraceMembers::Json& TraceMembers::list(const Json& object, const std::string& key)
{
    static const Json Empty = Json::array();
    const Json& value = member(object, key);
    if (value.is_array())
        return value;
    if (const Json* list = m_lists.find(value))
        return *list;
    refuse("'" + key + "' is not a list");
    return Empty;
}

std::vector<std::string> TraceMembers::texts(const Json& list, const std::string& what)
{
    std::vector<std::string> texts;
    for (const Json& text : list) {
        if (!text.is_string())
            refuse(what + " is not a string");
        texts.push_back(text.is_string() ? text.get<std::string>() : "");
    }
    return texts;
}

std::optional<Span> TraceMembers::span(const Json& object, const std::string& key, size_t textSize)
{
    const Json& value = member(object, key);
    if (value.is_null())
        return std::nullopt;
    if (value.is_array() && value.size() == 2 && value[0].is_number_unsigned() &&
        value[1].is_number_unsigned()) {
        const uint64_t begin = value[0].get<uint64_t>();
        const uint64_t end = value[1].get<uint64_t>();
        if (begin <= end && end <= textSize)
            return Span{uint32_t(begin), uint32_t(end)};
    }
    refuse("a span that is not [begin, end) within its text");
    return std::nullopt;
}

} // namespace tir
