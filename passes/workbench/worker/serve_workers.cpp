#include "passes/workbench/worker/serve_workers.h"

#include "core/support/file_passing.h"
#include "passes/workbench/execution/worker_start.h"
#include "passes/workbench/worker/answer_request.h"
#include "passes/workbench/worker/sanitized.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tir {
namespace {

struct Worker {
    pid_t process;
    OwnedFile control;
    bool isEnding = false; ///< a signal is on its way
};

class Server {
public:
    /// Blocks SIGCHLD, to hear of ended workers, and ignores that a client is gone. Becomes the parent of what ended
    /// workers have started and left.
    Server()
    {
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        std::signal(SIGPIPE, SIG_IGN);
        sigset_t ended;
        sigemptyset(&ended);
        sigaddset(&ended, SIGCHLD);
        sigprocmask(SIG_BLOCK, &ended, &m_formerMask);
        m_ended = OwnedFile(signalfd(-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK));
    }

    /// Until the client closes its end. No process that was started remains.
    void run()
    {
        answerRequests();
        for (Worker& worker : m_workers)
            end(worker);
        while (waitpid(-1, nullptr, 0) > 0)
            endAdopted();
    }

private:
    void answerRequests()
    {
        while (true) {
            std::vector<pollfd> files = {{STDIN_FILENO, POLLIN, 0}, {m_ended.descriptor(), POLLIN, 0}};
            for (const Worker& worker : m_workers)
                files.push_back({worker.isEnding ? -1 : worker.control.descriptor(), POLLIN, 0});
            if (poll(files.data(), files.size(), -1) < 0) {
                if (errno == EINTR)
                    continue;
                return;
            }
            for (size_t i = 0; i < m_workers.size(); ++i)
                if (files[i + 2].revents != 0)
                    end(m_workers[i]);
            if (files[1].revents != 0)
                reap();
            if (files[0].revents != 0 && !startNext())
                return;
        }
    }

    /// The client has cancelled the run, or has ended.
    static void end(Worker& worker)
    {
        kill(-worker.process, SIGKILL);
        worker.isEnding = true;
    }

    void reap()
    {
        signalfd_siginfo signal;
        while (read(m_ended.descriptor(), &signal, sizeof signal) > 0) {
        }
        int status = 0;
        while (true) {
            const pid_t process = waitpid(-1, &status, WNOHANG);
            if (process <= 0)
                break;
            const auto worker = std::ranges::find(m_workers, process, &Worker::process);
            if (worker == m_workers.end())
                continue;
            send(worker->control.descriptor(), &status, sizeof status, MSG_NOSIGNAL);
            m_workers.erase(worker);
        }
        endAdopted();
    }

    /// A compiler that a worker started has a process group of its own, and is left when the worker is killed.
    void endAdopted() const
    {
        const std::string self = std::to_string(getpid());
        std::ifstream children("/proc/self/task/" + self + "/children");
        for (pid_t child = 0; children >> child;)
            if (std::ranges::find(m_workers, child, &Worker::process) == m_workers.end()) {
                kill(-child, SIGKILL);
                kill(child, SIGKILL);
            }
    }

    /// False at the end of requests.
    bool startNext()
    {
        char message[sizeof(WorkerStart)];
        std::optional<std::vector<OwnedFile>> files = receiveFiles(STDIN_FILENO, message);
        if (!files || files->size() != WorkerFileCount)
            return false;
        WorkerStart start = {};
        std::memcpy(&start, message, sizeof start);
        const pid_t server = getpid();
        const pid_t process = fork();
        if (process == 0)
            becomeWorker(*files, {.parent = server, .timeLimitSeconds = start.timeLimitSeconds});
        if (process < 0) {
            dprintf((*files)[ErrorsFile].descriptor(), "cannot start a process: %s\n", std::strerror(errno));
            const int status = W_EXITCODE(EXIT_FAILURE, 0);
            send((*files)[ControlFile].descriptor(), &status, sizeof status, MSG_NOSIGNAL);
            return true;
        }
        setpgid(process, process); // both do it, so that it is done for both
        m_workers.push_back({process, std::move((*files)[ControlFile])});
        return true;
    }

    [[noreturn]] void becomeWorker(std::vector<OwnedFile>& files, const WorkerLimits& limits)
    {
        setpgid(0, 0);
        m_workers.clear();
        m_ended.close();
        sigprocmask(SIG_SETMASK, &m_formerMask, nullptr);
        std::signal(SIGPIPE, SIG_DFL);
        for (int stream = 0; stream < 3; ++stream)
            dup2(files[size_t(stream)].descriptor(), stream);
        if (fchdir(files[FolderFile].descriptor()) != 0)
            perror("warning: the current folder cannot be used");
        files.clear();
        const int code = answerRequest(limits);
        if (IsSanitized)
            std::exit(code);
        std::fflush(nullptr);
        _exit(code); // without what LLVM does for an orderly end
    }

    std::vector<Worker> m_workers;
    OwnedFile m_ended; ///< readable when a worker has ended
    sigset_t m_formerMask = {};
};

} // namespace

int serveWorkers()
{
    int type = 0;
    socklen_t size = sizeof type;
    if (getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &type, &size) != 0) {
        std::fputs("tirc-worker compiles and executes for tirc and tirscope, which start it.\n", stderr);
        return 2;
    }
    if (!IsSanitized)
        close_range(STDERR_FILENO + 1, UINT_MAX, 0);
    Server().run();
    return 0;
}

} // namespace tir
