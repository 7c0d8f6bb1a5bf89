#include "core/support/byte_text.h"

#include "core/support/count_text.h"
#include "core/support/decimal.h"

#include <iterator>

namespace tir {

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

} // namespace tir
