/// A child process that handles many requests, one after the other, in lines of text. It starts with the first request,
/// and again with the next request after it ended.

#pragma once

#include "core/support/child_process.h"
#include "core/support/child_spawn.h"
#include "core/support/text_tail.h"

#include <optional>

namespace tir {

struct AskOptions {
    double timeLimitSeconds = 60; ///< without any line from the child
    const std::atomic<bool>* cancelled = nullptr;
    size_t maxLineBytes = SIZE_MAX; ///< a child that writes a longer line is ended
};

class ChildSession {
public:
    /// `program` is a path.
    ChildSession(std::string program, std::vector<std::string> arguments);
    ~ChildSession();
    ChildSession(const ChildSession&) = delete;
    ChildSession& operator=(const ChildSession&) = delete;

    /// Writes `request` and a line end, and passes every line of the child to `heard` until that returns true. Blocks.
    /// Nothing if that happened; else how the child ended, which no longer exists then. `output` of the outcome is the
    /// rest of a line, unless that was too long.
    std::optional<ChildOutcome> ask(std::string_view request, const AskOptions& options,
                                    const std::function<bool(std::string_view line)>& heard);

private:
    void exchange(std::string_view& rest);
    bool reap(int flags);
    ChildOutcome end(std::optional<ChildOutcome::End> reason);
    bool takeLines(const std::function<bool(std::string_view)>& heard);

    std::string m_program;
    std::vector<std::string> m_arguments;
    SpawnedChild m_child;
    std::string m_output; ///< not heard yet
    size_t m_searched = 0;
    TextTail m_errors;
    int m_status = 0;
};

} // namespace tir
