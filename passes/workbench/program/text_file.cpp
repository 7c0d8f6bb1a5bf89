#include "passes/workbench/program/text_file.h"

#include "core/support/memory_advice.h"
#include "core/support/output_file.h"
#include "core/support/text_format.h"
#include "core/support/utf8.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace tir {
namespace {

namespace fs = std::filesystem;

Diagnostic unreadable(const std::string& name, const std::string& reason)
{
    return error("unreadable", "cannot read '" + name + "': " + reason);
}

Result<std::string> readDescriptor(int descriptor, const std::string& name)
{
    std::string content;
    struct stat status = {};
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
        size_t(status.st_size) <= MaxTextBytes)
        content.reserve(size_t(status.st_size)); // of a large file, growing costs more than reading
    expectFilled(content.data(), content.capacity());
    std::vector<char> block(size_t(1) << 16);
    for (;;) {
        const ssize_t count = ::read(descriptor, block.data(), block.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return unreadable(name, std::strerror(errno));
        if (count == 0)
            return content;
        content.append(block.data(), size_t(count));
        if (content.size() > MaxTextBytes)
            return unreadable(name, "more than " + byteText(MaxTextBytes) + ", which is not a program");
    }
}

Result<bool> writeThrough(const std::string& path, std::string_view content)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (descriptor < 0)
        return unwritable(path, std::strerror(errno));
    int failure = writeAll(descriptor, content);
    if (::close(descriptor) != 0 && failure == 0)
        failure = errno;
    if (failure != 0)
        return unwritable(path, std::strerror(failure));
    return true;
}

/// Bytes of the UTF-8 sequence at `text`, 0 if there is none.
size_t sequenceLength(std::string_view text)
{
    const auto byte = [&](size_t index) { return index < text.size() ? uint8_t(text[index]) : 0; };
    const auto follows = [&](size_t index) { return isUtf8Continuation(char(byte(index))); };
    const uint8_t first = byte(0);
    if (first < 0x80)
        return first == 0 ? 0 : 1;
    if (first >= 0xC2 && first < 0xE0)
        return follows(1) ? 2 : 0;
    if (first >= 0xE0 && first < 0xF0) {
        const bool isOverlong = first == 0xE0 && byte(1) < 0xA0;
        const bool isSurrogate = first == 0xED && byte(1) >= 0xA0;
        return follows(1) && follows(2) && !isOverlong && !isSurrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first < 0xF5) {
        const bool isOverlong = first == 0xF0 && byte(1) < 0x90;
        const bool isTooLarge = first == 0xF4 && byte(1) >= 0x90;
        return follows(1) && follows(2) && follows(3) && !isOverlong && !isTooLarge ? 4 : 0;
    }
    return 0;
}

/// Bytes at the start that stay as they are: no NUL, no carriage return, nothing but ASCII. In blocks, for which
/// compilers use wide registers.
size_t plainLength(std::string_view text)
{
    constexpr size_t Block = 64;
    const auto isSpecial = [](char byte) { return int8_t(byte) <= 0 || byte == '\r'; };
    size_t at = 0;
    while (at + Block <= text.size()) {
        int special = 0;
        for (size_t index = 0; index < Block; ++index)
            special |= int(isSpecial(text[at + index]));
        if (special != 0)
            break;
        at += Block;
    }
    while (at < text.size() && !isSpecial(text[at]))
        ++at;
    return at;
}

/// The program that compressed the bytes; empty if they do not start as its files do.
std::string_view compressorOf(std::string_view bytes)
{
    using namespace std::string_view_literals;
    struct Format {
        std::string_view start;
        std::string_view name;
    };
    constexpr Format Formats[] = {{"\x1F\x8B"sv, "gzip"},
                                  {"\x28\xB5\x2F\xFD"sv, "zstd"},
                                  {"\xFD"
                                   "7zXZ\0"sv,
                                   "xz"},
                                  {"BZh9"sv, "bzip2"},
                                  {"PK\x03\x04"sv, "zip"}};
    const auto found =
        std::ranges::find_if(Formats, [&](const Format& format) { return bytes.starts_with(format.start); });
    return found == std::end(Formats) ? std::string_view() : found->name;
}

constexpr char Escape = '\x1B';

/// Bytes of the control sequence of terminals at the start, such as ESC [ 3 1 m, up to its letter.
size_t controlLength(std::string_view text)
{
    if (!text.starts_with("\x1B["))
        return std::min<size_t>(text.size(), 1);
    return std::min(text.find_first_not_of("0123456789;?", 2), text.size() - 1) + 1;
}

/// Bytes that are not UTF-8 become U+FFFD.
void appendCharacters(std::string_view bytes, std::string& text)
{
    while (!bytes.empty()) {
        const size_t plain = plainLength(bytes);
        const size_t length = plain > 0 ? plain : sequenceLength(bytes);
        text += length > 0 ? bytes.substr(0, length) : "\xEF\xBF\xBD";
        bytes.remove_prefix(std::max<size_t>(length, 1));
    }
}

/// A progress bar starts with a carriage return, which moves nothing at the start of a line.
void dropReturnsAtLineStarts(std::string& text)
{
    size_t kept = std::min(text.find('\r'), text.size());
    for (size_t at = kept; at < text.size(); ++at) {
        const bool isAtStart = kept == 0 || text[kept - 1] == '\n' || text[kept - 1] == '\r';
        const bool endsLine = at + 1 < text.size() && text[at + 1] == '\n';
        if (text[at] == '\r' && isAtStart && !endsLine)
            continue;
        text[kept++] = text[at];
    }
    text.resize(kept);
}

} // namespace

bool isFolder(const std::string& path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

Result<std::string> readBytes(const std::string& path)
{
    if (path == "-")
        return readDescriptor(STDIN_FILENO, "standard input");
    if (isFolder(path))
        return unreadable(path, "is a folder");
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return unreadable(path, std::strerror(errno));
    Result<std::string> content = readDescriptor(descriptor, path);
    ::close(descriptor);
    return content;
}

Result<std::string> readRegularFile(const std::string& path)
{
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status))
        return unreadable(path, fs::is_directory(status) ? "is a folder" : "is not a regular file");
    return readBytes(path);
}

Result<std::string> decodeText(std::string bytes)
{
    if (const std::string_view compressor = compressorOf(bytes); !compressor.empty())
        return error("not-text",
                     "the file is compressed with " + std::string(compressor) + ": decompress it first");
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
        return error("not-text", "the text is UTF-16, expected UTF-8");
    if (bytes.starts_with("\xEF\xBB\xBF"))
        bytes.erase(0, 3);

    size_t at = plainLength(bytes);
    if (at == bytes.size())
        return bytes;
    std::string text;
    text.reserve(bytes.size());
    text.append(bytes, 0, at);
    while (at < bytes.size()) {
        if (const size_t plain = plainLength(std::string_view(bytes).substr(at)); plain > 0) {
            text.append(bytes, at, plain);
            at += plain;
            continue;
        }
        const size_t length = sequenceLength(std::string_view(bytes).substr(at));
        if (length == 0) {
            char code[8];
            std::snprintf(code, sizeof code, "0x%02X", unsigned(uint8_t(bytes[at])));
            return error("not-text",
                         "byte " + std::to_string(at) + " (" + code +
                             (bytes[at] == '\0' ? ") is NUL, which no text has" : ") is not UTF-8 text"));
        }
        if (bytes[at] == '\r') {
            if (at + 1 == bytes.size() || bytes[at + 1] != '\n')
                text += '\n';
        } else {
            text.append(bytes, at, length);
        }
        at += length;
    }
    return text;
}

std::string decodeOutput(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size());
    for (size_t at = 0; at < bytes.size();) {
        const size_t escape = std::min(bytes.find(Escape, at), bytes.size());
        appendCharacters(bytes.substr(at, escape - at), text);
        at = escape + controlLength(bytes.substr(escape));
    }
    dropReturnsAtLineStarts(text);
    return *decodeText(std::move(text));
}

bool isPlainText(std::string_view bytes)
{
    return plainLength(bytes) == bytes.size();
}

Result<bool> writeFileAtomically(const std::string& path, std::string_view content)
{
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
        return writeThrough(path, content);
    OutputFiles files;
    const Result<bool> added = files.add(path, {content});
    return added ? files.commit() : added;
}

} // namespace tir
