#include "core/script/reading/program_text.h"

#include "core/script/syntax/dialect_names.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace tir::script {
namespace {

bool isLetter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool isInWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

bool usesName(std::string_view text, std::string_view name)
{
    const std::string prefix = std::string(name) + ".";
    for (size_t at = text.find(prefix); at != std::string_view::npos; at = text.find(prefix, at + 1)) {
        const size_t after = at + prefix.size();
        if (after < text.size() && isLetter(text[after]) && (at == 0 || !isInWord(text[at - 1])))
            return true;
    }
    return false;
}

} // namespace

bool isMeantAsDefinition(const Statement& statement, std::string_view text)
{
    if (statement.kind != StatementKind::Invalid)
        return statement.kind == StatementKind::Function || statement.kind == StatementKind::Class;
    text.remove_prefix(std::min<size_t>(statement.span.begin, text.size()));
    return text.starts_with("def ") || text.starts_with("class ") || text.starts_with('@');
}

bool usesDialect(std::string_view text)
{
    return std::ranges::any_of(dialectNames(text),
                               [&](const DialectName& name) { return usesName(text, name.alias); });
}

} // namespace tir::script
