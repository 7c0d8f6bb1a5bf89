#include "core/runtime/cuda/nvrtc.h"

#include "core/codegen/toolkit/cuda_toolkit.h"
#include "core/runtime/cuda/cuda_version.h"
#include "core/support/gpu_arch.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include <dlfcn.h>

namespace tir {

/// The part of nvrtc.h that is used here.
struct Nvrtc::Functions {
    using Program = void*;
    int (*version)(int*, int*) = nullptr;
    int (*archCount)(int*) = nullptr;
    int (*archs)(int*) = nullptr;
    const char* (*errorText)(int) = nullptr;
    int (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
    int (*destroy)(Program*) = nullptr;
    int (*compile)(Program, int, const char* const*) = nullptr;
    int (*logSize)(Program, size_t*) = nullptr;
    int (*log)(Program, char*) = nullptr;
    int (*cubinSize)(Program, size_t*) = nullptr;
    int (*cubin)(Program, char*) = nullptr;
    bool isComplete = false;
};

namespace {

/// Names that the loader may find, from packages of Debian and Ubuntu for example.
constexpr const char* Sonames[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};

template <class Function>
bool load(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

/// The library that the function is in.
std::string fileOf(void* symbol)
{
    Dl_info info = {};
    return dladdr(symbol, &info) && info.dli_fname ? info.dli_fname : std::string();
}

} // namespace

/// Those of the library, which stays open; null if it lacks one.
const Nvrtc::Functions* Nvrtc::functionsOf(void* library)
{
    static std::mutex mutex;
    static std::map<void*, Functions> all;
    const std::lock_guard lock(mutex);
    const auto [entry, isNew] = all.try_emplace(library);
    Functions& functions = entry->second;
    if (isNew)
        functions.isComplete = load(library, "nvrtcVersion", functions.version) &&
                               load(library, "nvrtcGetNumSupportedArchs", functions.archCount) &&
                               load(library, "nvrtcGetSupportedArchs", functions.archs) &&
                               load(library, "nvrtcGetErrorString", functions.errorText) &&
                               load(library, "nvrtcCreateProgram", functions.create) &&
                               load(library, "nvrtcDestroyProgram", functions.destroy) &&
                               load(library, "nvrtcCompileProgram", functions.compile) &&
                               load(library, "nvrtcGetProgramLogSize", functions.logSize) &&
                               load(library, "nvrtcGetProgramLog", functions.log) &&
                               load(library, "nvrtcGetCUBINSize", functions.cubinSize) &&
                               load(library, "nvrtcGetCUBIN", functions.cubin);
    return functions.isComplete ? &functions : nullptr;
}

Nvrtc Nvrtc::of(const Functions& functions)
{
    Nvrtc nvrtc;
    nvrtc.m_functions = &functions;
    CudaVersion version;
    functions.version(&version.major, &version.minor);
    nvrtc.m_version = std::to_string(version.major) + "." + std::to_string(version.minor);
    nvrtc.m_file = fileOf(reinterpret_cast<void*>(functions.version));
    nvrtc.m_includeFolder = findCudaHeaders(nvrtc.m_file);
    nvrtc.m_identity = "NVRTC " + nvrtc.m_version + "\n" + fileIdentity(nvrtc.m_file) + "\n" +
                       fileIdentity(nvrtc.m_includeFolder + "/cuda_fp16.h");
    return nvrtc;
}

/// Names with "a" came with CUDA 12.0, those with "f" with 12.9.
bool Nvrtc::knows(const std::string& arch) const
{
    const CudaVersion first = arch.ends_with("f")   ? CudaVersion{12, 9}
                              : arch.ends_with("a") ? CudaVersion{12, 0}
                                                    : CudaVersion();
    const std::vector<std::string> known = archs();
    return cudaVersion(m_version) >= first &&
           std::ranges::find(known, "sm_" + std::to_string(computeCapability(arch))) != known.end();
}

/// Empty if it can be used.
std::string Nvrtc::whyUnusable(const NvrtcUse& use) const
{
    const std::string name = "NVRTC " + m_version + " in " + quoted(m_file);
    if (!use.arch.empty() && !knows(use.arch))
        return name + " does not know " + use.arch;
    return whyTooNew(name, m_version, use.driver);
}

Result<Nvrtc> Nvrtc::open(const NvrtcUse& use)
{
    Diagnostic refusal = error("no-nvrtc", "NVRTC, a library of the CUDA toolkit, is not installed");
    std::vector<std::string> reasons;
    std::set<const Functions*> tried; // a library has several names
    const std::vector<std::string> files = findCudaLibraries("libnvrtc");
    std::vector<std::string> names = files;
    names.insert(names.end(), std::begin(Sonames), std::end(Sonames));
    for (size_t index = 0; index < names.size(); ++index) {
        void* library = dlopen(names[index].c_str(), RTLD_NOW | RTLD_LOCAL);
        const Functions* functions = library ? functionsOf(library) : nullptr;
        if (!functions) {
            const std::string why =
                quoted(names[index]) + (library ? " is older than 11.2" : " cannot be opened");
            refusal.notes.push_back({why});
            if (index < files.size())
                reasons.push_back(why);
        } else if (tried.insert(functions).second) {
            const Nvrtc nvrtc = of(*functions);
            reasons.push_back(nvrtc.whyUnusable(use));
            if (reasons.back().empty())
                return nvrtc;
        }
    }
    if (!reasons.empty())
        refusal.message = listText(reasons);
    return refusal;
}

std::vector<std::string> Nvrtc::archs() const
{
    int count = 0;
    if (m_functions->archCount(&count) != 0 || count <= 0)
        return {};
    std::vector<int> numbers(static_cast<size_t>(count));
    if (m_functions->archs(numbers.data()) != 0)
        return {};
    std::vector<std::string> names;
    for (const int number : numbers)
        names.push_back("sm_" + std::to_string(number));
    return names;
}

Result<NvrtcOutput> Nvrtc::compile(const std::string& source, const std::string& arch,
                                   const std::vector<std::string>& options) const
{
    std::vector<std::string> all = {"--gpu-architecture=" + arch, "--std=c++17"};
    if (!m_includeFolder.empty())
        all.push_back("--include-path=" + m_includeFolder);
    all.insert(all.end(), options.begin(), options.end());
    std::vector<const char*> words;
    for (const std::string& option : all)
        words.push_back(option.c_str());

    Functions::Program program = nullptr;
    int status = m_functions->create(&program, source.c_str(), "kernels.cu", 0, nullptr, nullptr);
    if (status != 0)
        return error("nvrtc", std::string("NVRTC cannot start: ") + m_functions->errorText(status));
    status = m_functions->compile(program, int(words.size()), words.data());

    NvrtcOutput output;
    size_t size = 0;
    if (m_functions->logSize(program, &size) == 0 && size > 1) {
        output.log.resize(size);
        m_functions->log(program, output.log.data());
        output.log.resize(size - 1); // without the final zero
    }
    size = 0;
    if (status == 0 && m_functions->cubinSize(program, &size) == 0) {
        output.cubin.resize(size);
        m_functions->cubin(program, output.cubin.data());
    } else if (output.log.empty()) {
        output.log = m_functions->errorText(status);
    }
    m_functions->destroy(&program);
    return output;
}

} // namespace tir
