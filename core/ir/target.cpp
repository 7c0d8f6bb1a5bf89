#include "core/ir/target.h"

#include "core/support/gpu_arch.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace tir {
namespace {

using Json = nlohmann::ordered_json;

/// A value that a kind fills in when the target does not give it: a number, or a text.
struct DefaultAttr {
    std::string_view key;
    int64_t number = 0;
    std::string_view text = {};
};

struct KindInfo {
    std::string_view name;
    DeviceType device;
    std::vector<std::string_view> keys;
    std::vector<DefaultAttr> attrs = {};
};

/// The kinds that TVM registers, with the values that its target parsers fill in.
const std::vector<KindInfo>& kinds()
{
    static const std::vector<DefaultAttr> Gpu32{{"max_num_threads", 1024}, {"thread_warp_size", 32}};
    static const std::vector<DefaultAttr> Cuda{
        {"arch", 0, "sm_50"}, {"max_num_threads", 1024}, {"thread_warp_size", 32}};
    static const std::vector<KindInfo> Kinds{
        {"c", DeviceType::CPU, {"cpu"}},
        {"composite", DeviceType::CPU, {}},
        {"cuda", DeviceType::CUDA, {"cuda", "gpu"}, Cuda},
        {"ext_dev", DeviceType::ExtDev, {}},
        {"hexagon", DeviceType::Hexagon, {"hexagon", "cpu"}},
        {"llvm", DeviceType::CPU, {"cpu"}, {{"mtriple", 0, "x86_64-pc-linux-gnu"}}},
        {"metal",
         DeviceType::Metal,
         {"metal", "gpu"},
         {{"max_function_args", 31},
          {"max_num_threads", 256},
          {"max_shared_memory_per_block", 32768},
          {"max_threads_per_block", 1024},
          {"thread_warp_size", 32}}},
        {"nvptx", DeviceType::CUDA, {"cuda", "gpu"}, Gpu32},
        {"opencl",
         DeviceType::OpenCL,
         {"opencl", "gpu"},
         {{"max_num_threads", 256}, {"thread_warp_size", 1}}},
        {"rocm", DeviceType::ROCm, {"rocm", "gpu"}, {{"max_num_threads", 256}, {"thread_warp_size", 64}}},
        {"test", DeviceType::CPU, {}},
        {"trn", DeviceType::Trn, {}},
        {"vulkan",
         DeviceType::Vulkan,
         {"vulkan", "gpu"},
         {{"max_num_threads", 256}, {"thread_warp_size", 1}}},
        {"webgpu", DeviceType::WebGPU, {"webgpu", "gpu"}, {{"max_num_threads", 256}}},
    };
    return Kinds;
}

const KindInfo* findKind(std::string_view name)
{
    const auto found = std::ranges::find(kinds(), name, &KindInfo::name);
    return found == kinds().end() ? nullptr : &*found;
}

Diagnostic unknownKind(std::string_view name)
{
    Diagnostic diagnostic = error("unknown-target-kind", "unknown target kind " + quoted(name));
    diagnostic.notes.push_back(
        {.message = "known kinds are " + listText(kinds(), &KindInfo::name), .span = {}});
    return diagnostic;
}

Json toJson(const AttrValue& value);

Json toJson(Dict dict)
{
    Json object = Json::object();
    for (const DictEntry& entry : dict)
        object[std::string(entry.key.text())] = toJson(entry.value);
    return object;
}

Json toJson(const Target& target)
{
    std::vector<std::pair<std::string, Json>> fields;
    for (const DictEntry& entry : target.attrs)
        fields.emplace_back(entry.key.text(), toJson(entry.value));
    fields.emplace_back("kind", target.kindName);
    fields.emplace_back("tag", target.tag);
    fields.emplace_back("keys", std::vector<std::string>(target.keys.begin(), target.keys.end()));
    if (target.host)
        fields.emplace_back("host", toJson(*target.host));
    std::ranges::sort(fields, {}, &std::pair<std::string, Json>::first);
    Json object = Json::object();
    for (auto& [key, value] : fields)
        object[key] = std::move(value);
    return object;
}

Json toJson(const AttrValue& value)
{
    switch (value.kind()) {
    case AttrValue::Kind::None:
    case AttrValue::Kind::Opaque:
        return nullptr;
    case AttrValue::Kind::Bool:
        return value.integer() != 0;
    case AttrValue::Kind::Int:
        return value.integer();
    case AttrValue::Kind::Float:
        return value.real();
    case AttrValue::Kind::String:
        return std::string(value.text());
    case AttrValue::Kind::List: {
        Json list = Json::array();
        for (const AttrValue& item : value.items())
            list.push_back(toJson(item));
        return list;
    }
    case AttrValue::Kind::Dict:
        return toJson(value.entries());
    case AttrValue::Kind::Node:
        if (int64_t number = 0; value.toInt(number))
            return number;
        return nullptr;
    }
    return nullptr;
}

AttrValue fromJson(Arena& arena, const Json& json)
{
    if (json.is_boolean())
        return AttrValue::ofBool(json.get<bool>());
    if (json.is_number_integer())
        return AttrValue::ofInt(json.get<int64_t>());
    if (json.is_number_float())
        return AttrValue::ofFloat(json.get<double>());
    if (json.is_string())
        return AttrValue::ofString(arena.intern(json.get_ref<const std::string&>()));
    if (json.is_array()) {
        std::vector<AttrValue> items;
        for (const Json& item : json)
            items.push_back(fromJson(arena, item));
        return AttrValue::ofList(arena.copy(items));
    }
    if (json.is_object()) {
        std::vector<DictEntry> entries;
        for (const auto& [key, value] : json.items())
            entries.push_back({AttrValue::ofString(arena.intern(key)), fromJson(arena, value)});
        return AttrValue::ofDict(arena.copy(entries));
    }
    return {};
}

/// A host is given as a target, a dictionary or a kind name.
Result<const Target*> hostFrom(Arena& arena, const AttrValue& value)
{
    switch (value.kind()) {
    case AttrValue::Kind::String:
        return targetFromText(arena, value.text());
    case AttrValue::Kind::Dict:
        return targetFromDict(arena, value.entries());
    case AttrValue::Kind::Node:
        if (const auto* target = as<Target>(value.node()))
            return target;
        break;
    default:
        break;
    }
    return error("bad-target", "the host of a target must be a kind name, a dictionary or a target");
}

} // namespace

DeviceType deviceType(const Target& target)
{
    int64_t number = 0;
    if (const AttrValue* given = find(target.attrs, "target_device_type"); given && given->toInt(number))
        return DeviceType(number);
    const KindInfo* kind = findKind(target.kindName);
    return kind ? kind->device : DeviceType::CPU;
}

std::string_view deviceName(DeviceType type)
{
    switch (type) {
    case DeviceType::CPU:
        return "cpu";
    case DeviceType::CUDA:
        return "cuda";
    case DeviceType::OpenCL:
        return "opencl";
    case DeviceType::Vulkan:
        return "vulkan";
    case DeviceType::Metal:
        return "metal";
    case DeviceType::ROCm:
        return "rocm";
    case DeviceType::ExtDev:
        return "ext_dev";
    case DeviceType::WebGPU:
        return "webgpu";
    case DeviceType::Hexagon:
        return "hexagon";
    case DeviceType::Trn:
        return "trn";
    }
    return "unknown device";
}

bool hasKey(const Target& target, std::string_view key)
{
    return std::ranges::find(target.keys, key) != target.keys.end();
}

std::string toString(const Target& target)
{
    return toJson(target).dump(-1, ' ', false, Json::error_handler_t::replace);
}

const Target* withoutHost(Arena& arena, const Target* target)
{
    return target->host ? withHost(arena, target, nullptr) : target;
}

const Target* withHost(Arena& arena, const Target* target, const Target* host)
{
    if (target->host == host)
        return target;
    Target* copy = arena.make<Target>(*target);
    copy->host = host;
    return copy;
}

Result<const Target*> targetFromDict(Arena& arena, Dict dict)
{
    const AttrValue* kindValue = find(dict, "kind");
    if (!kindValue || kindValue->kind() != AttrValue::Kind::String)
        return error("bad-target", "a target needs a string under the key 'kind'");
    const KindInfo* kind = findKind(kindValue->text());
    if (!kind)
        return unknownKind(kindValue->text());

    std::string_view tag;
    const Target* host = nullptr;
    std::vector<std::string_view> keys(kind->keys.begin(), kind->keys.end());
    std::vector<DictEntry> attrs;
    for (const DictEntry& entry : dict) {
        const std::string_view key = entry.key.text();
        if (key == "kind") {
            continue;
        } else if (key == "tag") {
            tag = entry.value.text();
        } else if (key == "host") {
            if (entry.value.isNone())
                continue;
            Result<const Target*> made = hostFrom(arena, entry.value);
            if (!made)
                return made;
            host = *made;
        } else if (key == "keys") {
            keys.clear();
            for (const AttrValue& item : entry.value.items())
                keys.push_back(arena.intern(item.text()));
        } else {
            attrs.push_back({AttrValue::ofString(arena.intern(key)), entry.value});
        }
    }
    for (const DefaultAttr& attr : kind->attrs) {
        if (find(dict, attr.key))
            continue;
        const AttrValue value =
            attr.text.empty() ? AttrValue::ofInt(attr.number) : AttrValue::ofString(attr.text);
        attrs.push_back({AttrValue::ofString(attr.key), value});
    }
    std::ranges::sort(attrs, {}, [](const DictEntry& entry) { return entry.key.text(); });
    return arena.make<Target>(kind->name, arena.intern(tag), arena.copy(keys), arena.copy(attrs), host);
}

namespace {

std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(' ', begin), text.size());
        if (end > begin)
            words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

/// `cuda -arch=sm_80 -max_num_threads=512`, as TVM took targets before it took JSON.
Result<const Target*> targetFromOptions(Arena& arena, const std::vector<std::string_view>& words)
{
    Json object = Json::object();
    object["kind"] = std::string(words.front());
    for (size_t i = 1; i < words.size(); ++i) {
        const size_t equals = words[i].find('=');
        if (words[i].front() != '-' || equals == std::string_view::npos)
            return error("bad-target",
                         "expected an option such as -arch=sm_80 after the target kind, found " +
                             quoted(words[i]));
        const std::string key(words[i].substr(1, equals - 1));
        const std::string value(words[i].substr(equals + 1));
        const Json number = Json::parse(value, nullptr, /*allow_exceptions=*/false);
        object[key] = number.is_number_integer() ? number : Json(value);
    }
    return targetFromDict(arena, fromJson(arena, object).entries());
}

Result<const Target*> readTarget(Arena& arena, std::string_view text)
{
    const bool isJson = text.find('{') != std::string_view::npos;
    if (const std::vector<std::string_view> words = wordsOf(text); !isJson && words.size() > 1)
        return targetFromOptions(arena, words);
    if (!isJson) {
        const std::array entries{
            DictEntry{AttrValue::ofString("kind"), AttrValue::ofString(arena.intern(text))}};
        return targetFromDict(arena, arena.copy(std::span<const DictEntry>(entries)));
    }
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object())
        return error("bad-target", "a target is a kind name or a JSON object with the key 'kind'");
    return targetFromDict(arena, fromJson(arena, json).entries());
}

} // namespace

Result<const Target*> targetFromText(Arena& arena, std::string_view text)
{
    Result<const Target*> target = readTarget(arena, text);
    const AttrValue* size = target ? find((*target)->attrs, "thread_warp_size") : nullptr;
    int64_t threads = 0;
    if (size && (!size->toInt(threads) || !isWarpSize(threads)))
        return error("bad-target", "thread_warp_size is a number from 1 to " + std::to_string(LargestWarp) +
                                       ", but the target has " + toJson(*size).dump());
    return target;
}

const Target* defaultTarget(Arena& arena)
{
    return *targetFromText(arena, R"({"kind": "cuda", "arch": "sm_90", "host": {"kind": "llvm"}})");
}

bool hasArithmetic(const Target* target, LowPrecision family)
{
    if (!target || target->kindName != "cuda")
        return false;
    const AttrValue* arch = find(target->attrs, "arch");
    const bool isNamed = arch && arch->kind() == AttrValue::Kind::String;
    return isNamed && computeCapability(arch->text()) >= (family == LowPrecision::BFloat16 ? 80 : 89);
}

} // namespace tir
