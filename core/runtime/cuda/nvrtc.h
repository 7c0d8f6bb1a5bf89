/// NVRTC, the CUDA C++ compiler as a library, opened at run time: nothing of it is needed to build.

#pragma once

#include "core/support/result.h"

#include <string>
#include <vector>

namespace tir {

/// The result of a compilation.
struct NvrtcOutput {
    std::string cubin; ///< empty when it was refused
    std::string log;   ///< errors and warnings; may be empty
};

/// What its code is for. Empty: any.
struct NvrtcUse {
    std::string arch = {};   ///< "sm_90", "sm_90a"
    std::string driver = {}; ///< "12.4": the CUDA that it serves
};

class Nvrtc {
public:
    /// The first library that can be used: of CUDA_HOME, CUDA_PATH, /usr/local/cuda, conda, or pip, else the one that the
    /// loader finds. Fails with why each of them cannot be used, or with the searched places.
    static Result<Nvrtc> open(const NvrtcUse& use = {});

    /// "13.0".
    const std::string& version() const { return m_version; }
    /// Differs between compilers whose code may differ, also if their versions and paths are equal.
    const std::string& identity() const { return m_identity; }
    /// The toolkit's headers; empty when they are not beside the library.
    const std::string& includeFolder() const { return m_includeFolder; }
    /// The GPUs it generates code for, as in "sm_90".
    std::vector<std::string> archs() const;

    /// Fails if the compiler cannot be called; its errors about the source are in the output.
    Result<NvrtcOutput> compile(const std::string& source, const std::string& arch,
                                const std::vector<std::string>& options = {}) const;

private:
    struct Functions;
    static const Functions* functionsOf(void* library);
    static Nvrtc of(const Functions& functions);
    bool knows(const std::string& arch) const;
    std::string whyUnusable(const NvrtcUse& use) const;

    const Functions* m_functions = nullptr; ///< of a library that stays open
    std::string m_file;                     ///< of the library
    std::string m_version;
    std::string m_identity;
    std::string m_includeFolder;
};

} // namespace tir
