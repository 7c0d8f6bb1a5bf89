/// nvcc, the CUDA compiler as a program of the toolkit. It needs a C++ compiler of the host beside it.

#pragma once

#include "core/runtime/cuda/nvrtc.h"

namespace tir {

class Nvcc {
public:
    /// Fails with the code "no-tool" where there is none.
    static Result<Nvcc> find();

    /// "13.0"; "?" when it does not say.
    const std::string& version() const { return m_version; }

    /// Nvrtc::identity.
    const std::string& identity() const { return m_identity; }

    /// Fails when the compiler cannot be asked; what it thinks of the source is in the output.
    Result<NvrtcOutput> compile(const std::string& source, const std::string& arch,
                                const std::vector<std::string>& options = {}) const;

private:
    std::string m_program;
    std::string m_version = "?";
    std::string m_identity;
};

} // namespace tir
