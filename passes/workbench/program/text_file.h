/// Files of text, read with their encoding checked and written whole or not at all.

#pragma once

#include "core/support/result.h"

#include <string>
#include <string_view>

namespace tir {

/// The largest text that is opened: printed modules of whole models stay far below.
inline constexpr size_t MaxTextBytes = size_t(256) << 20;

/// Whether `path` is a folder or a link to one. A path that cannot be examined is not: readBytes() says why.
bool isFolder(const std::string& path);

/// The bytes of a file, or of stdin for "-", as they are.
Result<std::string> readBytes(const std::string& path);

/// What a text file means: UTF-8 without byte order mark, lines ended by "\n". Errors point at the byte
/// that is not text.
Result<std::string> decodeText(std::string bytes);

/// Readers see the old content or all of the new one. A symbolic link stays one; what is not a regular file
/// (a pipe, /dev/null) is written straight through.
Result<bool> writeFileAtomically(const std::string& path, std::string_view content);

} // namespace tir
