#include "passes/workbench/trace/printed_modules.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tir {
namespace {

/// `… name="tirx.BindTarget", …` of a PassInfo; older versions print `name: tirx.BindTarget, …`.
std::string nameOfInfo(std::string_view info)
{
    constexpr std::string_view Quoted = "name=\"";
    constexpr std::string_view Plain = "name: ";
    if (const size_t begin = info.find(Quoted); begin != info.npos) {
        info.remove_prefix(begin + Quoted.size());
        return std::string(info.substr(0, info.find('"')));
    }
    if (const size_t begin = info.find(Plain); begin != info.npos) {
        info.remove_prefix(begin + Plain.size());
        return std::string(info.substr(0, info.find(',')));
    }
    return std::string(info);
}

bool startsWithOneOf(std::string_view line, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return line.starts_with(word); });
}

struct FoundHeading {
    Heading heading;
    size_t begin = 0; ///< in the line
};

/// What one of TVM's instruments writes. Before it, there may be other output that did not end its line.
std::optional<FoundHeading> instrumentHeading(std::string_view line)
{
    using Kind = Heading::Kind;
    struct Start {
        std::string_view words;
        Kind kind;
        bool isSelected;
    };
    for (const Start& start :
         {Start{"Before Running Pass: ", Kind::Before, false},
          Start{"After Running Pass: ", Kind::After, false}, Start{"Print IR before: ", Kind::Before, true},
          Start{"Print IR after: ", Kind::After, true}}) {
        const size_t begin = line.find(start.words);
        if (begin == line.npos)
            continue;
        const std::string_view rest = line.substr(begin + start.words.size());
        const bool isName = rest.find_first_of(" \"'") == rest.npos;
        const bool isInfo =
            startsWithOneOf(rest, {"transform.PassInfo(", "{opt_level", "The meta data of the pass"});
        if (begin == 0 || (start.isSelected ? isName : isInfo))
            return FoundHeading{
                {start.kind, start.isSelected ? std::string(rest) : nameOfInfo(rest), start.isSelected},
                begin};
    }
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

/// Where a module begins after other output that did not end its line.
size_t startInside(std::string_view line)
{
    const size_t begin = line.find("# from tvm.script import ");
    const bool isOutput = begin != line.npos && begin > 0 && kindOf(line) == OtherLine::Output;
    return isOutput ? begin : 0;
}

bool startsTraceback(std::string_view line)
{
    return line.find("Traceback (most recent call last):") != line.npos;
}

/// A line of a traceback: the path of a module, a call, or the name of an exception.
bool namesCompiler(std::string_view line)
{
    return line.find("tvm") != line.npos || line.find("tilelang") != line.npos;
}

/// What a compiler prints that does not go on, apart from tracebacks.
bool isCrash(std::string_view line)
{
    return startsWithOneOf(line, {"tvm.error.", "InternalError: ", "TVMError: ", "terminate called after",
                                  "Segmentation fault", "Fatal Python error", "Aborted"}) ||
           line.ends_with("(core dumped)");
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
        end();
        return std::move(m_log);
    }

private:
    void read(std::string_view line, size_t at)
    {
        if (auto found = instrumentHeading(line)) {
            if (m_isOpen && found->begin > 0 && isInside(line.substr(0, found->begin)))
                m_whyUnread = "a line of this module is incomplete";
            close();
            m_heading = std::move(found->heading);
            m_log.hasInstrument = m_isAtHeading = true;
            return;
        }
        m_isAtHeading = false;
        if (const size_t begin = startInside(line); begin > 0 && (!m_isOpen || m_hasBody)) {
            close();
            readOther(line.substr(0, begin));
            return read(line.substr(begin), at + begin);
        }
        const bool isStart = startsImports(line) || startsDecorator(line);
        if (isStart && (!m_isOpen || m_hasBody)) {
            close();
            m_isOpen = true;
            if (!m_failure.empty())
                m_log.failureBetween = std::exchange(m_failure, {});
            m_log.hasCompilerFailed = false;
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
        if (m_isTraceback)
            return false;
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
            if (!m_failure.empty())
                m_whyUnread = "an error message may have ended this module";
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

    /// Printing ends a module with a line end: one without was cut off.
    void end()
    {
        const bool isInLine = !m_text.empty() && m_text.back() != '\n';
        const bool isNamed = m_heading.kind != Heading::Kind::Line;
        const bool isInModule = m_isOpen && isNamed && (!m_hasBody || (isInLine && m_interruption.empty()));
        const bool isBeforeModule = !m_isOpen && isNamed && !(isInLine && m_isAtHeading) &&
                                    m_failure.empty() && !m_log.modules.empty();
        if (isInModule) {
            m_whyUnread = "the log ends inside this module";
            m_hasBody = true;
        }
        close();
        if (isBeforeModule)
            m_log.modules.push_back({m_heading, {}, "the log ends before this module"});
        m_log.isCutOff = m_log.hasInstrument && (isInLine || isInModule || isBeforeModule);
        m_log.hasOutput = m_hasOutput && !m_hasPython;
        m_log.failure = m_failure;
    }

    /// Ends the module that is open, if there is one.
    void close()
    {
        if (m_isOpen && m_hasBody)
            m_log.modules.push_back({std::exchange(m_heading, {}), textOfParts(), m_whyUnread});
        if (m_isOpen && m_heading.kind == Heading::Kind::Line && !m_nextName.empty())
            m_heading.name = m_nextName;
        m_isOpen = m_hasBody = m_hasIndent = m_isTraceback = false;
        m_indent = DefaultIndent;
        m_parts.clear();
        m_interruption.clear();
        m_nextName.clear();
        m_whyUnread.clear();
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
        readFailure(line);
        std::string label = labelOf(line);
        if (label.empty())
            return;
        if (m_isOpen)
            m_nextName = std::move(label);
        else if (m_heading.kind == Heading::Kind::Line)
            m_heading.name = std::move(label);
    }

    /// The last line of an exception is its message.
    void readFailure(std::string_view line)
    {
        const bool isInTraceback = m_isTraceback && (line.empty() || line.find_first_of(" \t") == 0);
        if (isCrash(line) || (m_isTraceback && namesCompiler(line)))
            m_log.hasCompilerFailed = true;
        if (startsTraceback(line)) {
            m_isTraceback = true;
            m_failure = line;
        } else if (!isInTraceback && (m_isTraceback || isCrash(line))) {
            m_isTraceback = false;
            m_failure = line;
        }
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
    std::string m_whyUnread;                      ///< the module that is open
    std::string m_failure;                        ///< that was printed after the last module
    bool m_isAtHeading = false;                   ///< it is the line that was read last
    bool m_isTraceback = false;                   ///< its last line follows
    bool m_hasOutput = false;
    bool m_hasPython = false;
};

} // namespace

PrintedLog readPrintedLog(std::string_view text)
{
    return Splitter(text).split();
}

} // namespace tir
