/// apply_examples GUIDE SOURCES OUT: writes the worked examples of CONTRIBUTING.md below OUT.
///
/// The first path in the paragraph before a fenced block says what the block is: if SOURCES has no file of that name, a
/// new file; otherwise lines for that file, inserted in order among the lines that begin like the first of them. Blocks
/// of a console, and blocks without a path, are skipped.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

std::optional<Lines> readLines(const fs::path& path)
{
    std::ifstream file(path);
    if (!file)
        return std::nullopt;
    Lines lines;
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

/// The first text between backticks with a folder and an extension; empty if there is none.
std::string pathIn(const std::string& paragraph)
{
    size_t begin = paragraph.find('`');
    while (begin != std::string::npos) {
        const size_t end = paragraph.find('`', begin + 1);
        if (end == std::string::npos)
            return {};
        const std::string text = paragraph.substr(begin + 1, end - begin - 1);
        const size_t slash = text.rfind('/');
        if (slash != std::string::npos && text.find('.', slash) != std::string::npos &&
            text.find(' ') == std::string::npos)
            return text;
        begin = paragraph.find('`', end + 1);
    }
    return {};
}

/// `TIR_PASS(`, `    lowering/`: the common prefix of the lines of a list.
std::string beginning(const std::string& line)
{
    return line.substr(0, line.find_first_of("(/") + 1);
}

bool insert(Lines& lines, const Lines& added)
{
    const std::string start = beginning(added.front());
    const auto isAlike = [&](const std::string& line) { return !start.empty() && line.starts_with(start); };
    auto at = std::ranges::find_if(
        lines, [&](const std::string& line) { return isAlike(line) && line >= added.front(); });
    if (at == lines.end()) {
        const auto last = std::find_if(lines.rbegin(), lines.rend(), isAlike);
        if (last == lines.rend())
            return false;
        at = last.base();
    }
    lines.insert(at, added.begin(), added.end());
    return true;
}

/// Path -> text after the change.
std::map<std::string, Lines> readExamples(const Lines& guide, const fs::path& sources)
{
    std::map<std::string, Lines> files;
    std::string paragraph;
    for (size_t i = 0; i < guide.size(); ++i) {
        if (!guide[i].starts_with("```")) {
            const bool isContinued = !guide[i].empty() && i > 0 && !guide[i - 1].empty();
            if (!guide[i].empty())
                paragraph = isContinued ? paragraph + "\n" + guide[i] : guide[i];
            continue;
        }
        const std::string path = guide[i] == "```console" ? std::string() : pathIn(paragraph);
        Lines block;
        for (++i; i < guide.size() && guide[i] != "```"; ++i)
            block.push_back(guide[i]);
        paragraph.clear();
        if (path.empty())
            continue;
        if (!files.contains(path)) {
            std::optional<Lines> present = readLines(sources / path);
            if (!present) {
                files[path] = block;
                continue;
            }
            files[path] = std::move(*present);
        }
        if (block.empty() || !insert(files[path], block))
            throw std::runtime_error(path + " has no line that begins like the example's");
    }
    return files;
}

} // namespace

int main(int argc, char** argv)
try {
    if (argc != 4)
        throw std::runtime_error("usage: apply_examples GUIDE SOURCES OUT");
    const std::optional<Lines> guide = readLines(argv[1]);
    if (!guide)
        throw std::runtime_error(std::string("cannot read ") + argv[1]);
    for (const auto& [path, lines] : readExamples(*guide, argv[2])) {
        std::string text;
        for (const std::string& line : lines)
            text += line + "\n";
        const fs::path out = fs::path(argv[3]) / path;
        fs::create_directories(out.parent_path());
        if (!(std::ofstream(out) << text))
            throw std::runtime_error("cannot write " + out.string());
    }
    return 0;
} catch (const std::exception& error) {
    std::cerr << "apply_examples: " << error.what() << "\n";
    return 1;
}
