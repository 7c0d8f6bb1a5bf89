/// Elements of buffers as the program names them.

#pragma once

#include "core/codegen/llvm_ir/check_site.h"

#include <string>
#include <vector>

namespace tir {

/// No extent is unknown.
bool isFullyKnown(const std::vector<int64_t>& shape);

/// "C[3, 5]", the element that begins `offset` bytes behind the data of the site's buffer; `isWhole`: "C[4:8]", all
/// elements of the access. Without indices if these are not known.
std::string elementName(const CheckSite& site, int64_t offset, bool isWhole);

} // namespace tir
