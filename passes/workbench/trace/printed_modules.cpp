#include "passes/workbench/trace/printed_modules.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tir {
namespace {

/// `… name="tirx.BindTarget", …` of a PassInfo.
std::string nameOfInfo(std::string_view info)
{
    constexpr std::string_view Start = "name=\"";
    const size_t begin = info.find(Start);
    if (begin == std::string_view::npos)
        return std::string(info);
    info.remove_prefix(begin + Start.size());
    return std::string(info.substr(0, info.find('"')));
}

/// A line that one of TVM's instruments writes.
std::optional<Heading> instrumentHeading(std::string_view line)
{
    using Kind = Heading::Kind;
    const auto after = [&](std::string_view start) { return line.substr(start.size()); };
    for (const std::string_view start : {"Before Running Pass: ", "After Running Pass: "})
        if (line.starts_with(start))
            return Heading{start.starts_with('B') ? Kind::Before : Kind::After, nameOfInfo(after(start))};
    for (const std::string_view start : {"Print IR before: ", "Print IR after: "})
        if (line.starts_with(start))
            return Heading{start.find("before") != start.npos ? Kind::Before : Kind::After,
                           std::string(after(start))};
    return std::nullopt;
}

/// "# ---- after merge ----" is "after merge"; `PrintIR(after merge):` as well.
std::string labelOf(std::string_view line)
{
    constexpr std::string_view Frame = "#-=*: \t";
    if (const size_t print = line.find("PrintIR("); print != line.npos && line.ends_with("):"))
        return std::string(line.substr(print + 8, line.size() - print - 10));
    const size_t begin = std::min(line.find_first_not_of(Frame), line.size());
    const size_t end = line.find_last_not_of(Frame);
    return begin == line.size() ? std::string() : std::string(line.substr(begin, end + 1 - begin));
}

bool startsImports(std::string_view line)
{
    return line.starts_with("# from tvm.");
}

bool startsDecorator(std::string_view line)
{
    return line.starts_with("@") &&
           (line.find(".ir_module") != line.npos || line.find(".prim_func") != line.npos);
}

bool startsBody(std::string_view line)
{
    return line.starts_with("class ") || line.starts_with("def ");
}

bool startsWithOneOf(std::string_view line, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return line.starts_with(word); });
}

/// A line beside a module that a program has, too: Python around it, a comment, nothing.
enum class OtherLine : uint8_t { Neutral, Python, Output };

OtherLine kindOf(std::string_view line)
{
    if (line.empty() || line.find_first_of(" \t#\"'])}") == 0)
        return OtherLine::Neutral;
    if (startsWithOneOf(line, {"import ", "from ", "def ", "class ", "@", "if ", "for ", "while ", "with ",
                               "try:", "print("}))
        return OtherLine::Python;
    const size_t name =
        line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");
    const bool isAssignment = name != line.npos && line.substr(name).starts_with(" = ");
    return isAssignment ? OtherLine::Neutral : OtherLine::Output;
}

/// A statement of Python beside a module, with which the module ends.
bool endsModule(std::string_view line)
{
    return kindOf(line) == OtherLine::Python &&
           (line.ends_with(':') || startsWithOneOf(line, {"import ", "from ", "@", "print("}));
}

size_t indentOf(std::string_view line)
{
    return std::min(line.find_first_not_of(' '), line.size());
}

bool isProgressBar(std::string_view line)
{
    return line.find("%|") != line.npos;
}

/// Whether an indented line may belong to a module. In doubt it does: a module with a wrong line cannot be read, but one
/// that lacks a line is another program.
bool looksLikeScript(std::string_view line)
{
    line.remove_prefix(indentOf(line));
    constexpr std::string_view Ends = "()[]{},";
    return startsWithOneOf(line, {"#", "@", "\"", "T.", "I.", "R.", "Tx.", "return", "pass", "for ", "while ",
                                  "with ", "if ", "elif ", "else:", "class ", "def "}) ||
           line.find("= ") != line.npos || line.ends_with("):") ||
           (!line.empty() && Ends.find(line.back()) != Ends.npos);
}

/// Finds the modules of a text line by line.
class Splitter {
public:
    explicit Splitter(std::string_view text) : m_text(text) {}

    PrintedLog split() &&
    {
        for (size_t at = 0; at < m_text.size();) {
            const size_t end = std::min(m_text.find('\n', at), m_text.size());
            m_next = std::min(end + 1, m_text.size());
            read(m_text.substr(at, end - at), at);
            at = m_next;
        }
        close();
        m_log.hasOutput = m_hasOutput && !m_hasPython;
        return std::move(m_log);
    }

private:
    void read(std::string_view line, size_t at)
    {
        if (auto heading = instrumentHeading(line)) {
            close();
            m_heading = *std::move(heading);
            m_log.hasInstrument = true;
            return;
        }
        const bool isStart = startsImports(line) || startsDecorator(line);
        if (isStart && (!m_isOpen || m_hasBody)) {
            close();
            m_isOpen = true;
        }
        if (!m_isOpen)
            return readOther(line);
        if (isInside(line))
            return append(line, at);
        if (m_hasBody && endsModule(line))
            close();
        if (m_isOpen && !line.empty())
            m_interruption.push_back(line);
        readOther(line);
    }

    /// Whether the line belongs to the module that is open. Another program may have printed lines into it.
    bool isInside(std::string_view line) const
    {
        if (line.empty())
            return true;
        if (line.front() == ' ')
            return m_interruption.empty() ? !isProgressBar(line)
                                          : indentOf(line) % m_indent == 0 && looksLikeScript(line);
        if (line.front() == '\t' || std::string_view(")]}").find(line.front()) != std::string_view::npos)
            return m_interruption.empty();
        if (m_hasBody)
            return m_interruption.empty() && startsBody(line);
        return startsBody(line) || kindOf(line) != OtherLine::Output;
    }

    /// A line of the module.
    void append(std::string_view line, size_t at)
    {
        const bool isBlank = line.empty();
        if (!isBlank && !m_interruption.empty()) {
            if (m_log.linesInside == 0)
                m_log.firstInside = m_interruption.front();
            m_log.linesInside += m_interruption.size();
            m_interruption.clear();
            m_nextName.clear();
        }
        const std::string_view part = m_text.substr(at, m_next - at);
        if (!m_parts.empty() && m_parts.back().end() == part.begin())
            m_parts.back() = {m_parts.back().data(), m_parts.back().size() + part.size()};
        else
            m_parts.push_back(part);
        if (m_hasBody && !m_hasIndent && !isBlank && line.front() == ' ') {
            m_indent = indentOf(line);
            m_hasIndent = true;
        }
        m_hasBody = m_hasBody || startsBody(line);
    }

    /// Ends the module that is open, if there is one.
    void close()
    {
        if (m_isOpen && m_hasBody)
            m_log.modules.push_back({std::exchange(m_heading, {}), textOfParts()});
        if (m_isOpen && m_heading.kind == Heading::Kind::Line && !m_nextName.empty())
            m_heading.name = m_nextName;
        m_isOpen = m_hasBody = m_hasIndent = false;
        m_indent = DefaultIndent;
        m_parts.clear();
        m_interruption.clear();
        m_nextName.clear();
    }

    /// Without the line ends that printing adds: modules have none.
    std::string_view textOfParts()
    {
        const auto trimmed = [](std::string_view text) {
            return text.substr(0, text.find_last_not_of('\n') + 1);
        };
        while (m_parts.size() > 1 && trimmed(m_parts.back()).empty())
            m_parts.pop_back();
        if (m_parts.size() == 1)
            return trimmed(m_parts.front());
        std::string& text = m_log.joined.emplace_back();
        for (const std::string_view part : m_parts)
            text += part;
        return trimmed(text);
    }

    /// A line of other output. The last one names the next module.
    void readOther(std::string_view line)
    {
        m_hasOutput = m_hasOutput || kindOf(line) == OtherLine::Output;
        m_hasPython = m_hasPython || kindOf(line) == OtherLine::Python;
        std::string label = labelOf(line);
        if (label.empty())
            return;
        if (m_isOpen)
            m_nextName = std::move(label);
        else if (m_heading.kind == Heading::Kind::Line)
            m_heading.name = std::move(label);
    }

    static constexpr size_t DefaultIndent = 4;

    std::string_view m_text;
    size_t m_next = 0; ///< where the next line begins
    PrintedLog m_log;
    Heading m_heading; ///< of the module that is open, or else of the next one
    bool m_isOpen = false;
    bool m_hasBody = false; ///< the class or function of the module that is open was read
    bool m_hasIndent = false;
    size_t m_indent = DefaultIndent;              ///< of the module that is open
    std::vector<std::string_view> m_parts;        ///< of that module
    std::vector<std::string_view> m_interruption; ///< other output since its last line, unless it has ended
    std::string m_nextName;                       ///< that this output gives to the next module
    bool m_hasOutput = false;
    bool m_hasPython = false;
};

} // namespace

PrintedLog readPrintedLog(std::string_view text)
{
    return Splitter(text).split();
}

} // namespace tir
