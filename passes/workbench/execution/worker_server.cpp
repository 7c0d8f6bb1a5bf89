#include "passes/workbench/execution/worker_server.h"

#include "core/support/file_passing.h"
#include "passes/workbench/execution/worker_start.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tir {
namespace {

/// A running server. From any thread.
class ServerProcess {
public:
    explicit ServerProcess(SpawnedChild process) : m_process(std::move(process)) {}
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;
    ~ServerProcess()
    {
        if (m_status)
            return;
        ::kill(-m_process.pid, SIGKILL);
        waitForChild(m_process.pid, 0);
    }

    /// False if the server takes no more requests.
    bool start(const WorkerStart& start, std::span<const int> files)
    {
        const std::string_view message(reinterpret_cast<const char*>(&start), sizeof start);
        const std::scoped_lock lock(m_mutex);
        return !m_status && !m_isKilled && passFiles(m_process.input.descriptor(), message, files);
    }

    /// With its workers.
    void kill()
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_status && !std::exchange(m_isKilled, true))
            ::kill(-m_process.pid, SIGKILL);
    }

    /// Of a server that has closed a control file without a status: it is ending.
    int status()
    {
        const std::scoped_lock lock(m_mutex);
        if (m_status)
            return *m_status;
        m_status = waitForChild(m_process.pid, 0);
        while (m_process.errors.isOpen() && m_process.errors.readInto(m_errors)) {
        }
        return *m_status;
    }

    /// What it printed; once it has ended.
    std::string errors()
    {
        const std::scoped_lock lock(m_mutex);
        return m_errors;
    }

private:
    std::mutex m_mutex;
    SpawnedChild m_process;
    std::optional<int> m_status; ///< once it has ended
    bool m_isKilled = false;
    std::string m_errors;
};

/// A worker, as the requesting process sees it.
class RemoteWorker {
public:
    RemoteWorker(std::shared_ptr<ServerProcess> server, OwnedFile control)
        : m_server(std::move(server)),
          m_control(std::move(control))
    {}

    /// Once it has ended.
    std::optional<int> status()
    {
        if (m_status)
            return m_status;
        int status = 0;
        const ssize_t count = recv(m_control.descriptor(), &status, sizeof status, 0);
        if (count < 0 && (errno == EAGAIN || errno == EINTR))
            return std::nullopt;
        m_isServerLost = count != ssize_t(sizeof status);
        m_status = m_isServerLost ? m_server->status() : status;
        return m_status;
    }

    void end()
    {
        if (m_status)
            return;
        shutdown(m_control.descriptor(), SHUT_WR);
        constexpr int PatienceMilliseconds = 2000; // for a server that is stopped, or busy
        if (hasEndedWithin(PatienceMilliseconds))
            return;
        m_server->kill();
        hasEndedWithin(-1);
    }

    std::string serverErrors() const { return m_isServerLost ? m_server->errors() : ""; }

private:
    /// -1: however long that takes.
    bool hasEndedWithin(int milliseconds)
    {
        pollfd file = {m_control.descriptor(), POLLIN, 0};
        int answers = 0;
        do
            answers = poll(&file, 1, milliseconds);
        while (answers < 0 && errno == EINTR);
        return answers > 0 && status().has_value();
    }

    std::shared_ptr<ServerProcess> m_server;
    OwnedFile m_control;
    std::optional<int> m_status; ///< once it has ended
    bool m_isServerLost = false;
};

/// The server of the program and the environment at the last request, and all that it depends on.
struct CurrentServer {
    std::mutex mutex;
    std::shared_ptr<ServerProcess> server;
    std::string key;
};

CurrentServer& currentServer()
{
    static CurrentServer current;
    return current;
}

/// Program and environment.
std::string serverKey(const std::string& program)
{
    std::string key = program;
    for (char* const* entry = environ; *entry; ++entry)
        (key += '\0') += *entry;
    return key;
}

/// Passes the request to the current server; starts one if there is none, or if it has ended. Returns an errno.
int passToServer(const WorkerStart& start, std::span<const int> files, std::shared_ptr<ServerProcess>& server)
{
    const std::string program = workerProgram();
    const std::string key = serverKey(program);
    CurrentServer& current = currentServer();
    const std::scoped_lock lock(current.mutex);
    if (current.server && current.key == key && current.server->start(start, files)) {
        server = current.server;
        return 0;
    }
    current.server = nullptr;
    SpawnedChild process;
    if (const int failure = spawnChild(program, {}, process); failure != 0)
        return failure;
    current.server = std::make_shared<ServerProcess>(std::move(process));
    current.key = key;
    server = current.server;
    if (!server->start(start, files))
        server->kill(); // it has ended, or takes no requests: the worker has no status of its own
    return 0;
}

} // namespace

std::string workerProgram()
{
    if (const char* named = std::getenv("TIRSCOPE_WORKER"))
        return named;
    std::error_code failure;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
    return (self.parent_path() / "tirc-worker").string();
}

int startWorker(double timeLimitSeconds, StartedWorker& worker)
{
    ChildStreams ours;
    StreamsOfChild theirs;
    OwnedFile control;
    OwnedFile controlOfServer;
    if (const int failure = openStreams(ours, theirs); failure != 0)
        return failure;
    if (const int failure = openChannel(control, controlOfServer); failure != 0)
        return failure;
    const OwnedFile folder(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder.isOpen())
        return errno;

    std::array<int, WorkerFileCount> files = {};
    for (const int stream : {InputFile, OutputFile, ErrorsFile})
        files[size_t(stream)] = theirs[size_t(stream)].descriptor();
    files[ControlFile] = controlOfServer.descriptor();
    files[FolderFile] = folder.descriptor();
    std::shared_ptr<ServerProcess> server;
    if (const int failure = passToServer({timeLimitSeconds}, files, server); failure != 0)
        return failure;
    const auto remote = std::make_shared<RemoteWorker>(std::move(server), std::move(control));
    worker.child = {.streams = std::move(ours),
                    .status = [remote] { return remote->status(); },
                    .end = [remote] { remote->end(); }};
    worker.serverErrors = [remote] { return remote->serverErrors(); };
    return 0;
}

} // namespace tir
