/// The message that starts a worker. It goes through the standard input of the server, a socket, with the files below;
/// the server forks a process that uses them, in the current folder of the requesting process.
///
/// The server sends the status of the worker, as waitpid reports it, through the control file when the worker has ended.
/// If the other end of the control file is closed or shut down for writing, the server ends the worker.

#pragma once

namespace tir {

struct WorkerStart {
    double timeLimitSeconds; ///< 0: without limit
};

/// In the order in which they are passed; the first three are the standard streams of the worker.
enum WorkerFile { InputFile, OutputFile, ErrorsFile, ControlFile, FolderFile, WorkerFileCount };

} // namespace tir
