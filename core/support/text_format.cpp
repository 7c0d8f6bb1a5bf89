#include "core/support/text_format.h"

#include "core/support/decimal.h"

#include <algorithm>
#include <iterator>

namespace tir {

bool isIdentifier(std::string_view text)
{
    return !text.empty() && !isDigit(text.front()) && std::ranges::all_of(text, isNameByte);
}

std::string counted(int64_t count, std::string_view one, std::string_view many)
{
    const std::string word = count == 1     ? std::string(one)
                             : many.empty() ? std::string(one) + "s"
                                            : std::string(many);
    return std::to_string(count) + " " + word;
}

std::string byteText(uint64_t bytes)
{
    static constexpr const char* Units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024)
        return counted(int64_t(bytes), "byte");
    size_t unit = 0;
    double count = double(bytes) / 1024;
    for (; count >= 1024 && unit + 1 < std::size(Units); ++unit)
        count /= 1024;
    return decimalText(count, 4) + " " + Units[unit];
}

std::string groupedDigits(int64_t number)
{
    return groupedDigits(std::to_string(number));
}

std::string groupedDigits(std::string numberOrFormula)
{
    const int first = numberOrFormula.starts_with('-') ? 1 : 0;
    if (numberOrFormula.find_first_not_of("0123456789", size_t(first)) != std::string::npos)
        return numberOrFormula;
    for (int at = int(numberOrFormula.size()) - 3; at > first; at -= 3)
        numberOrFormula.insert(size_t(at), 1, ',');
    return numberOrFormula;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view Blanks = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(Blanks), text.size()));
    return text.substr(0, text.find_last_not_of(Blanks) + 1);
}

} // namespace tir
