/// The first error of a walk over a program.

#pragma once

#include "passes/framework/pass.h"

#include <optional>
#include <string>

namespace tir {

/// A base of visitors and mutators in passes.
class FirstError {
public:
    /// Later errors are usually consequences of the first one.
    const std::optional<PassError>& error() const { return m_error; }

protected:
    /// The walk continues; its result must not be used.
    void fail(std::string message, const Node& node, std::string kind = "InternalError")
    {
        fail({.kind = std::move(kind), .message = std::move(message), .node = &node});
    }
    void fail(PassError error)
    {
        if (!m_error)
            m_error = std::move(error);
    }

private:
    std::optional<PassError> m_error;
};

} // namespace tir
