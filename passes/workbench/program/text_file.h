/// Files of text, read with their encoding checked and written whole or not at all.

#pragma once

#include "core/support/result.h"

#include <string>
#include <string_view>

namespace tir {

/// The largest text that is opened: printed modules of whole models stay far below.
inline constexpr size_t MaxTextBytes = size_t(256) << 20;

/// Whether `path` is a folder or a link to one. False for a path that cannot be examined: readBytes() reports the
/// reason.
bool isFolder(const std::string& path);

/// The bytes of a file, or of stdin for "-", as they are.
Result<std::string> readBytes(const std::string& path);

/// The same for a file that was found in a folder: fails for everything but regular files and links to them. To read a
/// pipe would wait for its writer.
Result<std::string> readRegularFile(const std::string& path);

/// Decodes a text file: UTF-8 without byte order mark, lines ended by "\n". Errors point at the invalid byte.
Result<std::string> decodeText(std::string bytes);
/// Decodes the output of a program: without the control sequences of terminals, such as colors; a byte that is not UTF-8
/// becomes U+FFFD.
std::string decodeOutput(std::string_view bytes);
/// Whether the text is ASCII without carriage returns, which decodeText() does not change.
bool isPlainText(std::string_view bytes);

/// Readers see either the old or the new content. A symbolic link stays one; if the file is not a regular one (a pipe,
/// /dev/null), it is written directly.
Result<bool> writeFileAtomically(const std::string& path, std::string_view content);

} // namespace tir
