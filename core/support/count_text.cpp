#include "core/support/count_text.h"

namespace tir {

std::string counted(int64_t count, std::string_view one, std::string_view many)
{
    const std::string word = count == 1     ? std::string(one)
                             : many.empty() ? std::string(one) + "s"
                                            : std::string(many);
    return std::to_string(count) + " " + word;
}

} // namespace tir
