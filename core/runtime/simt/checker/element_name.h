/// Elements of buffers as the program names them.

#pragma once

#include "core/codegen/llvm_ir/check_site.h"

#include <string>
#include <vector>

namespace tir {

/// No extent is unknown.
bool isFullyKnown(const std::vector<int64_t>& shape);

/// "C[3, 5]": the element `offset` bytes after the start of the data of the site's buffer. `isWhole`: "C[4:8]", all elements
/// of the access. "element 51 of the memory of 'C'" if its indices are not known.
std::string elementName(const CheckSite& site, int64_t offset, bool isWhole);

} // namespace tir
