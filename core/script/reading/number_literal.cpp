#include "core/script/reading/number_literal.h"

#include "core/support/decimal.h"

#include <charconv>
#include <string>

namespace tir::script {

std::optional<Value> numberLiteral(const Syntax& syntax)
{
    std::string digits(syntax.text);
    std::erase(digits, '_');
    if (syntax.kind == SyntaxKind::Float)
        return Value::ofFloat(parseDouble(digits).value_or(0)); // the lexer lets nothing else through
    int base = 10;
    const char* begin = digits.c_str();
    if (digits.size() > 2 && digits[0] == '0') {
        const char letter = char(digits[1] | 0x20);
        base = letter == 'x' ? 16 : letter == 'b' ? 2 : letter == 'o' ? 8 : 10;
        begin += base == 10 ? 0 : 2;
    }
    uint64_t value = 0;
    const auto [end, failure] = std::from_chars(begin, digits.c_str() + digits.size(), value, base);
    return failure == std::errc() && *end == '\0' ? std::optional(Value::ofUInt(value)) : std::nullopt;
}

} // namespace tir::script
