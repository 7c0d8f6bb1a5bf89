/// Paths of the tools and files of the CUDA toolkit. All of it is optional: messages name what is absent.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

/// A program by name ("ptxas"): below CUDA_HOME or CUDA_PATH, on the PATH, where the toolkit is usually put.
std::optional<std::string> findCudaTool(std::string_view name);

/// libdevice.10.bc, the mathematics of kernels as LLVM bitcode.
std::optional<std::string> findLibdevice();
/// All that are installed, where CUDA's installer, Debian, conda, and pip put them: that to be used first.
std::vector<std::string> findLibdevices();

/// Files of a library, "libnvrtc", that are installed: where CUDA's installer, conda and pip put them, the newest version
/// of a folder first. pip's are those of the active environment, of the python3 on the PATH, of pyenv, of the user, and of
/// all users. Those of Debian and Ubuntu are where the loader looks.
std::vector<std::string> findCudaLibraries(std::string_view name);

/// Path without links, size, and time of change: an installation that replaces the file changes this.
std::string fileIdentity(const std::string& path);

/// The folder with cuda_fp16.h that belongs to the library file; empty if there is none.
std::string findCudaHeaders(const std::string& library);

} // namespace tir
