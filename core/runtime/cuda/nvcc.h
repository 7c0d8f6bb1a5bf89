/// nvcc, the CUDA compiler as a program of the toolkit. It needs a C++ compiler of the host beside it.

#pragma once

#include "core/runtime/cuda/nvrtc.h"

namespace tir {

class Nvcc {
public:
    /// Fails with the code "no-tool" if it is not found.
    static Result<Nvcc> find();

    /// "13.0"; "?" if unknown.
    const std::string& version() const { return m_version; }

    /// Nvrtc::identity.
    const std::string& identity() const { return m_identity; }

    /// Fails if the compiler cannot be started; its errors about the source are in the output.
    Result<NvrtcOutput> compile(const std::string& source, const std::string& arch,
                                const std::vector<std::string>& options = {}) const;

private:
    std::string m_program;
    std::string m_version = "?";
    std::string m_identity;
};

} // namespace tir
