#include "core/script/syntax/dialect_names.h"

#include <algorithm>
#include <array>

namespace tir::script {
namespace {

constexpr std::array<std::string_view, 3> TirModules{"s_tir", "tir", "tirx"};
constexpr std::array<std::string_view, 4> InfraModules{"ir", "ir_module", "relax", "relay"};

std::optional<DialectKind> kindOf(std::string_view module)
{
    if (std::ranges::find(TirModules, module) != TirModules.end())
        return DialectKind::Tir;
    if (std::ranges::find(InfraModules, module) != InfraModules.end())
        return DialectKind::Infra;
    return std::nullopt;
}

std::string_view word(std::string_view& rest)
{
    const size_t begin = std::min(rest.find_first_not_of(' '), rest.size());
    const size_t end = std::min(rest.find(' ', begin), rest.size());
    const std::string_view found = rest.substr(begin, end - begin);
    rest.remove_prefix(end);
    return found;
}

} // namespace

std::string_view importedModule(const SyntaxImport& import)
{
    const std::string_view path = import.name.text.empty() ? import.module : import.name.text;
    return path.substr(path.rfind('.') + 1);
}

std::optional<DialectKind> dialectKind(const SyntaxImport& import)
{
    if (import.module != "tvm" && !import.module.starts_with("tvm."))
        return std::nullopt;
    if (import.name.text.empty() && import.alias.text == "tvm")
        return DialectKind::Infra;
    return kindOf(importedModule(import));
}

std::vector<DialectName> dialectNames(std::string_view text)
{
    std::vector<DialectName> names;
    for (const std::string_view alias : {"T", "Tx", "tir", "tirx"})
        names.push_back({alias, {}, DialectKind::Tir, {}});
    for (const std::string_view alias : {"I", "ir", "R", "relax", "tvm"})
        names.push_back({alias, {}, DialectKind::Infra, {}});
    size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    while (begin < text.size()) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        const Span span{uint32_t(begin), uint32_t(end)};
        begin = end + 1;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.starts_with('@') || line.starts_with("class ") || line.starts_with("def "))
            break;
        if (!line.starts_with('#')) // blank, or the metadata
            continue;
        line.remove_prefix(1);
        if (word(line) != "from" || !word(line).starts_with("tvm") || word(line) != "import")
            continue;
        const std::string_view module = word(line);
        const std::string_view alias = word(line) == "as" ? word(line) : module;
        if (const auto kind = kindOf(module))
            names.push_back({alias, module, *kind, span});
    }
    return names;
}

} // namespace tir::script
