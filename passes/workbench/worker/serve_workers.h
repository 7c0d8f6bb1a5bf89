/// The server that starts workers.

#pragma once

namespace tir {

/// Forks a worker for every message from the standard input (worker_start.h), until that is closed. Returns the exit
/// code: 2 if the standard input is not a socket.
int serveWorkers();

} // namespace tir
