/// JSON objects whose writer and reader share one list of the fields of a struct:
///
///     constexpr auto MemoryFields = [](auto& memory, const auto& field) {
///         field("freeBytes", memory.freeBytes);
///         field("totalBytes", memory.totalBytes);
///     };
///
/// `field(key, member, MemoryFields)` is for a member that has such a list itself, for a vector of them, and for an
/// optional one, which is null if it has no value.

#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace tir {

template <class T, class Fields>
nlohmann::json writeFields(const T& object, const Fields& fields);
template <class T, class Fields>
nlohmann::json writeFields(const std::optional<T>& object, const Fields& fields);
template <class T, class Fields>
nlohmann::json writeFields(const std::vector<T>& objects, const Fields& fields);

// These throw the exceptions of the JSON library if a key is missing, or has a value of another type.
template <class T, class Fields>
void readFields(const nlohmann::json& json, T& object, const Fields& fields);
template <class T, class Fields>
void readFields(const nlohmann::json& json, std::optional<T>& object, const Fields& fields);
template <class T, class Fields>
void readFields(const nlohmann::json& json, std::vector<T>& objects, const Fields& fields);

class FieldWriter {
public:
    explicit FieldWriter(nlohmann::json& json) : m_json(json) {}

    template <class T>
    void operator()(const char* key, const T& value) const
    {
        m_json[key] = value;
    }
    template <class T, class Fields>
    void operator()(const char* key, const T& value, const Fields& fields) const
    {
        m_json[key] = writeFields(value, fields);
    }
    /// A value that has a name: `parse` is the inverse of its toString(), and returns nothing for other names.
    template <class T, class Parse>
    void name(const char* key, const T& value, const Parse&) const
    {
        m_json[key] = toString(value);
    }
    template <class T, class Parse>
    void names(const char* key, const std::vector<T>& values, const Parse&) const
    {
        nlohmann::json& list = m_json[key] = nlohmann::json::array();
        for (const T& value : values)
            list.push_back(toString(value));
    }
    /// An enumerator as its number; `last` is the largest one.
    template <class T>
    void number(const char* key, T value, T) const
    {
        m_json[key] = int(value);
    }
    /// For people; not read.
    template <class Make>
    void derived(const char* key, const Make& make) const
    {
        m_json[key] = make();
    }

private:
    nlohmann::json& m_json;
};

/// Leaves a member with an unknown name as it is, and drops unknown names from a list.
class FieldReader {
public:
    explicit FieldReader(const nlohmann::json& json) : m_json(json) {}

    template <class T>
    void operator()(const char* key, T& value) const
    {
        m_json.at(key).get_to(value);
    }
    template <class T, class Fields>
    void operator()(const char* key, T& value, const Fields& fields) const
    {
        readFields(m_json.at(key), value, fields);
    }
    template <class T, class Parse>
    void name(const char* key, T& value, const Parse& parse) const
    {
        if (const auto parsed = parse(m_json.at(key).get<std::string>()))
            value = *parsed;
    }
    template <class T, class Parse>
    void names(const char* key, std::vector<T>& values, const Parse& parse) const
    {
        values.clear();
        for (const nlohmann::json& name : m_json.at(key))
            if (const auto parsed = parse(name.get<std::string>()))
                values.push_back(*parsed);
    }
    template <class T>
    void number(const char* key, T& value, T last) const
    {
        value = T(std::clamp(m_json.at(key).get<int>(), 0, int(last)));
    }
    template <class Make>
    void derived(const char*, const Make&) const
    {}

private:
    const nlohmann::json& m_json;
};

template <class T, class Fields>
nlohmann::json writeFields(const T& object, const Fields& fields)
{
    nlohmann::json json = nlohmann::json::object();
    fields(object, FieldWriter(json));
    return json;
}

template <class T, class Fields>
nlohmann::json writeFields(const std::optional<T>& object, const Fields& fields)
{
    return object ? writeFields(*object, fields) : nlohmann::json();
}

template <class T, class Fields>
nlohmann::json writeFields(const std::vector<T>& objects, const Fields& fields)
{
    nlohmann::json list = nlohmann::json::array();
    for (const T& object : objects)
        list.push_back(writeFields(object, fields));
    return list;
}

template <class T, class Fields>
void readFields(const nlohmann::json& json, T& object, const Fields& fields)
{
    fields(object, FieldReader(json));
}

template <class T, class Fields>
void readFields(const nlohmann::json& json, std::optional<T>& object, const Fields& fields)
{
    object.reset();
    if (!json.is_null())
        readFields(json, object.emplace(), fields);
}

template <class T, class Fields>
void readFields(const nlohmann::json& json, std::vector<T>& objects, const Fields& fields)
{
    objects.clear();
    for (const nlohmann::json& entry : json)
        readFields(entry, objects.emplace_back(), fields);
}

} // namespace tir
