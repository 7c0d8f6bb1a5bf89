/// A comparison of lines as text, for terminals and patches.

#pragma once

#include <string>
#include <string_view>

namespace tir {

/// Changed lines with three lines around them, in the unified form: `-` before, `+` after, `@@ -8,6 +8,9 @@` above
/// each part. Empty when nothing differs.
std::string diffText(std::string_view before, std::string_view after);

} // namespace tir
