/// Starts a child process with pipes for its three streams.

#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace tir {

/// Owns a file descriptor.
class OwnedFile {
public:
    OwnedFile() = default;
    explicit OwnedFile(int descriptor) : m_descriptor(descriptor) {}
    OwnedFile(OwnedFile&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    OwnedFile& operator=(OwnedFile&& other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    ~OwnedFile() { close(); }
    void close();
    int descriptor() const { return m_descriptor; }
    bool isOpen() const { return m_descriptor >= 0; }

    /// Appends the available output to `text`; closes the file at its end. Returns whether there was any.
    bool readInto(std::string& text);

private:
    int m_descriptor = -1;
};

/// Our ends of the three streams of a child. They do not block.
struct ChildStreams {
    OwnedFile input; ///< to write to
    OwnedFile output;
    OwnedFile errors;
};

/// The ends of the child, in the order of its descriptors.
using StreamsOfChild = std::array<OwnedFile, 3>;

/// A running child. Its owner has to reap it.
struct SpawnedChild : ChildStreams {
    pid_t pid = -1;
};

/// How long one wait for the files of a child lasts, so that cancellation and time limits are noticed.
inline constexpr int PollMilliseconds = 20;

/// A time limit that is longer, or infinite, is this one: few enough seconds to be counted in nanoseconds.
inline constexpr double LongestSeconds = 1e9;

/// The time in `seconds`, or in LongestSeconds.
std::chrono::steady_clock::time_point deadlineAfter(double seconds);

/// Two connected ends, of which ours does not block. Sockets, not pipes: they can be written to without SIGPIPE after the
/// child has ended. Returns an errno, 0 if they are connected.
int openChannel(OwnedFile& ours, OwnedFile& theirs);

/// The same for three streams.
int openStreams(ChildStreams& ours, StreamsOfChild& theirs);

/// Returns an errno, 0 if the child runs. `program` is a path. The child leads a process group of its own: a signal to
/// the group reaches what it started, and Ctrl-C in a terminal does not reach it.
int spawnChild(const std::string& program, const std::vector<std::string>& arguments, SpawnedChild& child);

/// Its status, as waitpid reports it, once it has ended; with WNOHANG in `flags`, nothing before. To be called until it
/// has ended.
std::optional<int> waitForChild(pid_t child, int flags);

} // namespace tir
