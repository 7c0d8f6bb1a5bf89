/// Open files that one process passes to another one, over a Unix socket.

#pragma once

#include "core/support/child_spawn.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tir {

inline constexpr size_t MostPassedFiles = 8;

/// Sends the message, which is short, and duplicates of the files. False if the other side does not receive any more.
/// Precondition: at most MostPassedFiles.
bool passFiles(int socket, std::string_view message, std::span<const int> files);

/// Fills `message` with what was sent, and returns the files. Blocks; nothing at the end of the connection.
std::optional<std::vector<OwnedFile>> receiveFiles(int socket, std::span<char> message);

} // namespace tir
