#include "core/runtime/npy.h"

#include "core/support/text_format.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

namespace tir {
namespace {

constexpr std::string_view Magic = "\x93NUMPY";
constexpr size_t HeaderAlignment = 64;
constexpr size_t MaxDimensions = 64;
/// As much of a file as its header may take.
constexpr size_t MaxHeaderBytes = 1 << 16;

Diagnostic malformed(const std::string& what)
{
    return error("malformed-npy", "not a usable .npy file: " + what);
}

/// The type that a file has for `dtype`: itself, or the unsigned integer of its width.
DType fileType(DType dtype)
{
    const DType element = dtype.element();
    const bool isKnown = element.isIntegral() || (element.code == TypeCode::Float && element.bits >= 16);
    return isKnown ? element : DType{TypeCode::UInt, uint8_t(element.bytes() * 8), 1};
}

std::string description(DType dtype)
{
    const char kind = dtype.isBool() ? 'b' : dtype.isInt() ? 'i' : dtype.isUInt() ? 'u' : 'f';
    return (dtype.bytes() == 1 ? "|" : "<") + std::string(1, kind) + std::to_string(dtype.bytes());
}

std::optional<DType> typeFromDescription(std::string_view text)
{
    for (const TypeCode code : {TypeCode::Bool, TypeCode::Int, TypeCode::UInt, TypeCode::Float})
        for (const int bits : {8, 16, 32, 64}) {
            const DType dtype{code, uint8_t(bits), 1};
            if ((code == TypeCode::Bool && bits != 8) || (code == TypeCode::Float && bits == 8))
                continue;
            const std::string known = description(dtype);
            // NumPy itself writes `|` for single bytes, others write any order there.
            if (known == text ||
                (bits == 8 && !text.empty() && std::string_view("<>=").find(text[0]) != text.npos &&
                 known.substr(1) == text.substr(1)))
                return dtype;
        }
    return std::nullopt;
}

/// Reads the header, a Python dictionary of three entries in any order.
class HeaderReader {
public:
    explicit HeaderReader(std::string_view text) : m_rest(text) {}

    std::string descr;
    bool isFortranOrder = false;
    std::vector<int64_t> shape;

    /// Empty if the header was understood, else the error.
    std::string read()
    {
        int seen = 0;
        if (!take('{'))
            return "the header is not a dictionary";
        while (!take('}')) {
            std::string key;
            if (!takeText(key) || !take(':'))
                return "an entry of the header has no name";
            if (key == "descr" && takeText(descr))
                seen |= 1;
            else if (key == "fortran_order" && takeBool(isFortranOrder))
                seen |= 2;
            else if (key == "shape" && takeShape())
                seen |= 4;
            else
                return "entry " + quoted(key) + " of the header cannot be read";
            take(',');
        }
        return seen == 7 ? "" : "the header lacks a type, an order or a shape";
    }

private:
    void skipSpace()
    {
        while (!m_rest.empty() && std::isspace(static_cast<unsigned char>(m_rest[0])))
            m_rest.remove_prefix(1);
    }
    bool take(char wanted)
    {
        skipSpace();
        if (m_rest.empty() || m_rest[0] != wanted)
            return false;
        m_rest.remove_prefix(1);
        return true;
    }
    bool takeText(std::string& text)
    {
        skipSpace();
        if (m_rest.empty() || (m_rest[0] != '\'' && m_rest[0] != '"'))
            return false;
        const size_t end = m_rest.find(m_rest[0], 1);
        if (end == m_rest.npos)
            return false;
        text = m_rest.substr(1, end - 1);
        m_rest.remove_prefix(end + 1);
        return true;
    }
    bool takeBool(bool& value)
    {
        skipSpace();
        for (const auto& [word, meaning] :
             {std::pair<std::string_view, bool>("True", true), {"False", false}})
            if (m_rest.starts_with(word)) {
                m_rest.remove_prefix(word.size());
                value = meaning;
                return true;
            }
        return false;
    }
    bool takeShape()
    {
        if (!take('('))
            return false;
        shape.clear();
        while (!take(')')) {
            skipSpace();
            int64_t extent = 0;
            const auto [end, failure] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), extent);
            if (failure != std::errc() || extent < 0 || shape.size() == MaxDimensions)
                return false;
            m_rest.remove_prefix(size_t(end - m_rest.data()));
            shape.push_back(extent);
            take(',');
        }
        return true;
    }

    std::string_view m_rest;
};

/// Type and shape, without bytes, and where the bytes start; checked against the size of the whole file, of
/// which `file` is the beginning.
Result<Tensor> headerOf(std::string_view file, size_t fileBytes, size_t& dataStart, bool& isFortranOrder)
{
    if (!file.starts_with(Magic) || file.size() < Magic.size() + 4)
        return malformed("it does not start as one");
    const auto byte = [&](size_t index) { return size_t(static_cast<unsigned char>(file[index])); };
    const size_t version = byte(6);
    if (version < 1 || version > 3)
        return malformed("version " + std::to_string(version) + " is unknown");
    const size_t lengthBytes = version == 1 ? 2 : 4;
    const size_t start = Magic.size() + 2 + lengthBytes;
    if (file.size() < start)
        return malformed("it ends in the header");
    size_t length = 0;
    for (size_t index = 0; index < lengthBytes; ++index)
        length |= byte(Magic.size() + 2 + index) << (8 * index);
    if (length > file.size() - start)
        return malformed("it ends in the header");

    HeaderReader header(file.substr(start, length));
    if (const std::string complaint = header.read(); !complaint.empty())
        return malformed(complaint);
    const std::optional<DType> dtype = typeFromDescription(header.descr);
    if (!dtype)
        return malformed("elements of type " + quoted(header.descr) + " are not supported");
    isFortranOrder = header.isFortranOrder && header.shape.size() > 1;
    const int64_t count = elementCount(header.shape);
    dataStart = start + length;
    const size_t dataBytes = fileBytes - dataStart;
    if (count < 0 || uint64_t(count) > dataBytes / size_t(elementBytes(*dtype)))
        return malformed("it ends before its last element");
    if (uint64_t(count) * size_t(elementBytes(*dtype)) != dataBytes)
        return malformed("there is more data after its last element");
    return Tensor{*dtype, header.shape, {}};
}

/// The same tensor with the last index running fastest. Precondition: in `columns`, the first one does.
Tensor inRowOrder(const Tensor& columns)
{
    Tensor rows = makeTensor(columns.dtype, columns.shape);
    const size_t bytes = size_t(elementBytes(columns.dtype));
    const size_t count = rows.bytes.size() / bytes;
    std::vector<int64_t> index(columns.shape.size(), 0);
    for (size_t element = 0; element < count; ++element) {
        size_t from = 0;
        for (size_t axis = index.size(); axis-- > 0;)
            from = from * size_t(columns.shape[axis]) + size_t(index[axis]);
        std::memcpy(rows.bytes.data() + element * bytes, columns.bytes.data() + from * bytes, bytes);
        for (size_t axis = index.size(); axis-- > 0 && ++index[axis] == columns.shape[axis];)
            index[axis] = 0;
    }
    return rows;
}

/// Whether there is something at `path` that is not a file: reading a pipe would wait for its writer.
bool isSomethingElse(const std::string& path)
{
    std::error_code failure;
    const std::filesystem::file_status status = std::filesystem::status(path, failure);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

/// Everything in front of the elements.
std::string fileStart(DType dtype, std::vector<int64_t> shape)
{
    if (dtype.lanes > 1)
        shape.push_back(dtype.lanes);
    std::string header =
        "{'descr': '" + description(fileType(dtype)) + "', 'fortran_order': False, 'shape': (";
    for (size_t axis = 0; axis < shape.size(); ++axis)
        header += std::to_string(shape[axis]) + (shape.size() == 1         ? ","
                                                 : axis + 1 < shape.size() ? ", "
                                                                           : "");
    header += "), }";
    constexpr size_t Prefix = Magic.size() + 4;
    const size_t total =
        (Prefix + header.size() + 1 + HeaderAlignment - 1) / HeaderAlignment * HeaderAlignment;
    header.append(total - Prefix - header.size() - 1, ' ');
    header += '\n';

    std::string file(Magic);
    file += '\1';
    file += '\0';
    file += char(header.size() & 0xff);
    file += char(header.size() >> 8);
    file += header;
    return file;
}

} // namespace

std::string toNpy(const Tensor& tensor)
{
    std::string file = fileStart(tensor.dtype, tensor.shape);
    file.append(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
    return file;
}

Result<Tensor> fromNpy(std::string_view file)
{
    size_t dataStart = 0;
    bool isFortranOrder = false;
    Result<Tensor> header = headerOf(file, file.size(), dataStart, isFortranOrder);
    if (!header)
        return header;
    const std::string_view data = file.substr(dataStart);
    Tensor tensor = makeTensor(header->dtype, header->shape);
    if (!tensor.bytes.empty())
        std::memcpy(tensor.bytes.data(), data.data(), data.size());
    return isFortranOrder ? inRowOrder(tensor) : tensor;
}

Result<Tensor> asType(const Tensor& tensor, DType dtype)
{
    Tensor result = tensor;
    result.dtype = dtype;
    const bool hasLanes = dtype.lanes > 1;
    if (tensor.dtype != fileType(dtype) ||
        (hasLanes && (tensor.shape.empty() || tensor.shape.back() != dtype.lanes)))
        return error("wrong-type",
                     "elements of type " + toString(tensor.dtype) + ", expected " +
                         toString(fileType(dtype)) +
                         (hasLanes ? " with a last dimension of " + std::to_string(dtype.lanes) : "") +
                         (fileType(dtype) != dtype ? " for " + toString(dtype) : ""));
    if (hasLanes)
        result.shape.pop_back();
    return result;
}

namespace {

/// Reads the start of a file that `stream` is opened for.
Result<Tensor> headerFrom(std::ifstream& stream, const std::string& path, size_t& dataStart,
                          bool& isFortranOrder)
{
    if (isSomethingElse(path))
        return error("unreadable", path + ": not a regular file");
    stream.open(path, std::ios::binary);
    std::error_code failure;
    const auto fileBytes = std::filesystem::file_size(path, failure);
    if (!stream || failure)
        return error("unreadable", path + ": " + (failure ? failure.message() : std::strerror(errno)));
    std::string start(std::min<size_t>(fileBytes, MaxHeaderBytes), '\0');
    stream.read(start.data(), std::streamsize(start.size()));
    Result<Tensor> header = headerOf(std::string_view(start).substr(0, size_t(stream.gcount())), fileBytes,
                                     dataStart, isFortranOrder);
    if (!header)
        return error("malformed-npy", path + ": " + header.diagnostics().front().message);
    return header;
}

} // namespace

Result<Tensor> readNpy(const std::string& path)
{
    std::ifstream stream;
    size_t dataStart = 0;
    bool isFortranOrder = false;
    const Result<Tensor> header = headerFrom(stream, path, dataStart, isFortranOrder);
    if (!header)
        return header;
    Tensor tensor = makeTensor(header->dtype, header->shape);
    stream.clear();
    stream.seekg(std::streamoff(dataStart));
    stream.read(reinterpret_cast<char*>(tensor.bytes.data()), std::streamsize(tensor.bytes.size()));
    if (size_t(stream.gcount()) != tensor.bytes.size())
        return error("unreadable", path + ": it became shorter while it was read");
    return isFortranOrder ? inRowOrder(tensor) : tensor;
}

Result<Tensor> readNpyHeader(const std::string& path)
{
    std::ifstream stream;
    size_t dataStart = 0;
    bool isFortranOrder = false;
    return headerFrom(stream, path, dataStart, isFortranOrder);
}

Result<bool> writeNpy(const std::string& path, const Tensor& tensor)
{
    NpyFiles files;
    const Result<bool> added = files.add(path, tensor.dtype, tensor.shape, tensor.bytes);
    return added ? files.commit() : added;
}

Result<bool> NpyFiles::add(const std::string& path, DType dtype, const std::vector<int64_t>& shape,
                           std::span<const std::byte> bytes)
{
    return m_files.add(path, {fileStart(dtype, shape),
                              std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size())});
}

Result<bool> NpyFiles::commit()
{
    return m_files.commit();
}

} // namespace tir
