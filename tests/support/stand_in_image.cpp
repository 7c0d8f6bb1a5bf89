#include "tests/support/stand_in_image.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tir::testing {
namespace {

constexpr uint16_t CudaMachine = 190; ///< EM_CUDA

template <class T>
T at(const char* bytes)
{
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

/// The sections of an ELF file by their names.
std::map<std::string, std::string_view> sectionsOf(const char* bytes)
{
    const auto header = at<Elf64_Ehdr>(bytes);
    const auto section = [&](size_t number) {
        return at<Elf64_Shdr>(bytes + header.e_shoff + number * header.e_shentsize);
    };
    const char* names = bytes + section(header.e_shstrndx).sh_offset;
    std::map<std::string, std::string_view> sections;
    for (size_t number = 0; number < header.e_shnum; ++number) {
        const Elf64_Shdr one = section(number);
        if (one.sh_type != SHT_NOBITS)
            sections[names + one.sh_name] = {bytes + one.sh_offset, one.sh_size};
    }
    return sections;
}

/// Parameters in a section .nv.info.KERNEL: entries of a format, an attribute, a size, and so many bytes.
std::vector<ImageParameter> cubinParameters(std::string_view info)
{
    constexpr char SizedFormat = 4;
    constexpr char ParameterInfo = 0x17;
    constexpr int SizeShift = 18;
    std::vector<ImageParameter> parameters;
    while (info.size() >= 4) {
        const size_t bytes = info[0] == SizedFormat ? at<uint16_t>(info.data() + 2) : 0;
        if (info[0] == SizedFormat && info[1] == ParameterInfo) {
            const size_t ordinal = at<uint16_t>(info.data() + 8);
            parameters.resize(std::max(parameters.size(), ordinal + 1));
            parameters[ordinal].bytes = at<uint32_t>(info.data() + 12) >> SizeShift;
        }
        info.remove_prefix(std::min(info.size(), 4 + bytes));
    }
    return parameters;
}

Image readCubin(const char* bytes)
{
    constexpr std::string_view Code = ".text.";
    const auto sections = sectionsOf(bytes);
    const auto header = at<Elf64_Ehdr>(bytes);
    Image image;
    // Since CUDA 13, the lowest byte of the flags has another meaning.
    const bool isNew = header.e_ident[EI_ABIVERSION] >= 8;
    image.capability = int(header.e_flags >> (isNew ? 8 : 0)) & 0xff;
    for (const auto& [name, content] : sections)
        if (name.starts_with(Code))
            if (const auto info = sections.find(".nv.info." + name.substr(Code.size()));
                info != sections.end())
                image.kernels[name.substr(Code.size())].parameters = cubinParameters(info->second);
    return image;
}

std::vector<ImageParameter> parametersFrom(const int* bytes)
{
    std::vector<ImageParameter> parameters;
    for (; *bytes != 0; ++bytes)
        parameters.push_back({size_t(std::abs(*bytes)), *bytes < 0});
    return parameters;
}

std::optional<Image> readLibrary(const char* bytes)
{
    const auto header = at<Elf64_Ehdr>(bytes);
    const size_t size = header.e_shoff + size_t(header.e_shnum) * header.e_shentsize;
    const int file = memfd_create("kernels", MFD_CLOEXEC);
    if (file < 0 || write(file, bytes, size) != ssize_t(size))
        return std::nullopt;
    Image image;
    image.library = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
    close(file);
    if (!image.library)
        return std::nullopt;
    constexpr std::string_view Launch = "host_launch_";
    const auto sections = sectionsOf(bytes);
    const std::string_view names = sections.at(".dynstr");
    for (size_t from = 0; from < names.size(); from = names.find('\0', from) + 1) {
        const std::string symbol(names.data() + from);
        if (!symbol.starts_with(Launch))
            continue;
        const std::string kernel = symbol.substr(Launch.size());
        const auto parameters =
            reinterpret_cast<const int* (*)()>(dlsym(image.library, ("host_parameters_" + kernel).c_str()));
        image.kernels[kernel] = {parametersFrom(parameters()), reinterpret_cast<decltype(ImageKernel::run)>(
                                                                   dlsym(image.library, symbol.c_str()))};
    }
    return image;
}

Image readPtx(const std::string& text)
{
    constexpr std::string_view Target = ".target sm_";
    constexpr std::string_view Version = ".version ";
    Image image;
    image.ptx = std::make_shared<PtxText>(readPtxText(text));
    if (const size_t at = text.find(Target); at != text.npos) {
        char* end = nullptr;
        image.capability = int(std::strtol(text.c_str() + at + Target.size(), &end, 10));
        image.isOfOne = *end == 'a';
    }
    if (const size_t at = text.find(Version); at != text.npos) {
        char* end = nullptr;
        const char* const number = text.c_str() + at + Version.size();
        image.ptxVersion = int(std::strtol(number, &end, 10)) * 10;
        image.ptxVersion += *end == '.' ? int(std::strtol(end + 1, nullptr, 10)) : 0;
    }
    for (const auto& [name, function] : image.ptx->functions)
        if (function.isEntry)
            for (std::vector<ImageParameter>& parameters = image.kernels[name].parameters;
                 const PtxVariable& parameter : function.parameters)
                parameters.push_back({parameter.bytes, parameter.isPointer});
    return image;
}

} // namespace

bool isCubin(const void* bytes)
{
    return std::memcmp(bytes, ELFMAG, SELFMAG) == 0;
}

std::optional<Image> readImage(const void* bytes)
{
    const auto* start = static_cast<const char*>(bytes);
    if (isCubin(bytes))
        return at<Elf64_Ehdr>(start).e_machine == CudaMachine ? readCubin(start) : readLibrary(start);
    const std::string text(start);
    return text.find(".target") == text.npos ? std::nullopt : std::optional(readPtx(text));
}

} // namespace tir::testing
