#include "passes/workbench/trace/module_log.h"

#include "passes/workbench/program/open.h"
#include "passes/workbench/trace/branch_finder.h"
#include "passes/workbench/trace/finished_passes.h"

#include <algorithm>

namespace tir {
namespace {

/// The lines before a module.
struct Heading {
    enum class Kind : uint8_t { Before, After, Line };
    Kind kind = Kind::Line;
    std::string name; ///< of a pass, or the line
};

struct PrintedModule {
    Heading heading;
    std::string_view text;
};

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

/// A line beside a module that a program has, too: Python around it, a comment, nothing.
enum class OtherLine : uint8_t { Neutral, Python, Output };

OtherLine kindOf(std::string_view line)
{
    if (line.empty() || line.find_first_of(" \t#\"'])}") == 0)
        return OtherLine::Neutral;
    const auto starts = [&](std::string_view word) { return line.starts_with(word); };
    constexpr std::string_view Words[] = {"import ", "from ",  "def ",  "class ", "@",     "if ",
                                          "for ",    "while ", "with ", "try:",   "print("};
    if (std::ranges::any_of(Words, starts))
        return OtherLine::Python;
    const size_t name =
        line.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");
    const bool isAssignment = name != line.npos && line.substr(name).starts_with(" = ");
    return isAssignment ? OtherLine::Neutral : OtherLine::Output;
}

/// Finds the modules of a text line by line.
class Splitter {
public:
    explicit Splitter(std::string_view text) : m_text(text)
    {
        for (size_t at = 0; at < text.size();) {
            const size_t end = std::min(text.find('\n', at), text.size());
            read(text.substr(at, end - at), at);
            at = end + 1;
        }
        close(text.size());
    }

    const std::vector<PrintedModule>& modules() const { return m_modules; }
    bool hasInstrument() const { return m_hasInstrument; }
    /// Whether there are lines beside the modules that are no Python, and none that is.
    bool hasOutput() const { return m_hasOutput && !m_hasPython; }

private:
    void read(std::string_view line, size_t at)
    {
        if (auto heading = instrumentHeading(line)) {
            close(at);
            m_heading = *std::move(heading);
            m_hasInstrument = true;
            return;
        }
        const bool isStart = startsImports(line) || startsDecorator(line);
        if (isStart && (!m_begin || m_hasBody))
            open(at);
        if (!m_begin)
            return readOther(line);
        const bool isBody = line.starts_with("class ") || line.starts_with("def ");
        const bool isInside =
            line.empty() || line.front() == ' ' || line.front() == '\t' || isBody || isStart;
        if (m_hasBody && !isInside) {
            close(at);
            readOther(line);
        }
        m_hasBody = m_hasBody || isBody;
    }

    void open(size_t at)
    {
        close(at);
        m_begin = at;
    }

    void close(size_t at)
    {
        if (m_begin && m_hasBody) {
            std::string_view text = m_text.substr(*m_begin, at - *m_begin);
            text =
                text.substr(0, text.find_last_not_of('\n') + 1); // printing adds line ends, modules have none
            m_modules.push_back({std::exchange(m_heading, {}), text});
        }
        m_begin.reset();
        m_hasBody = false;
    }

    /// A line outside of all modules.
    void readOther(std::string_view line)
    {
        m_hasOutput = m_hasOutput || kindOf(line) == OtherLine::Output;
        m_hasPython = m_hasPython || kindOf(line) == OtherLine::Python;
        if (std::string label = labelOf(line); !label.empty() && m_heading.kind == Heading::Kind::Line)
            m_heading.name = std::move(label);
    }

    std::string_view m_text;
    std::vector<PrintedModule> m_modules;
    Heading m_heading; ///< of the next module
    std::optional<size_t> m_begin;
    bool m_hasBody = false; ///< the class or function of the module that begins there was read
    bool m_hasInstrument = false;
    bool m_hasOutput = false;
    bool m_hasPython = false;
};

/// Converts the modules to events.
class LogReader {
public:
    LogReader(std::string name, const std::vector<PrintedModule>& modules) : m_modules(modules)
    {
        m_events.name = std::move(name);
    }

    PassEvents read()
    {
        const auto count = [&](Heading::Kind kind) {
            return std::ranges::count(m_modules, kind,
                                      [](const PrintedModule& each) { return each.heading.kind; });
        };
        if (count(Heading::Kind::Before) == 0)
            readFinished();
        else if (count(Heading::Kind::After) == 0)
            readStarted();
        else
            readBoth();
        return std::move(m_events);
    }

private:
    std::string nameOf(size_t index) const
    {
        const std::string& name = m_modules[index].heading.name;
        return name.empty() ? "print " + std::to_string(index + 1) : name;
    }

    size_t textOf(size_t index) { return m_events.textIndex(std::string(m_modules[index].text)); }

    size_t addPass(const std::string& name)
    {
        m_events.passes.push_back({.name = name});
        return m_events.passes.size() - 1;
    }

    void readFinished()
    {
        std::vector<FinishedPass> passes;
        for (size_t index = 0; index < m_modules.size(); ++index)
            passes.push_back({nameOf(index), textOf(index)});
        addFinishedPasses(m_events, passes);
    }

    void readStarted()
    {
        for (size_t index = 0; index < m_modules.size();)
            index = readStarted(index);
    }

    /// The pass that starts with module `index`, and the passes that it runs. Returns the number of the module with which
    /// the next pass starts.
    size_t readStarted(size_t index)
    {
        const std::string name = nameOf(index);
        const size_t pass = addPass(name);
        m_events.add(PassEvent::Kind::Before, pass, textOf(index));
        size_t next = index + 1;
        for (size_t left = countNested(index); left > 0; --left)
            next = readStarted(next);
        const bool runsOthers = name == "sequential" || name == "_pipeline";
        if (runsOthers)
            m_events.passes[pass].note = "it ran passes that follow; the log does not say which";
        m_events.add(PassEvent::Kind::After, pass,
                     runsOthers ? textOf(index)
                     : hasResult(index, next)
                         ? textOf(next)
                         : m_events.textIndex("# the log does not have the module after " + name));
        return next;
    }

    /// How many of the next passes the pass runs: all that it is known to run, or none.
    size_t countNested(size_t index) const
    {
        const std::span<const std::string_view> nested = nestedPasses(shortName(nameOf(index)));
        if (nested.size() > m_modules.size() - index - 1)
            return 0;
        for (size_t i = 0; i < nested.size(); ++i)
            if (shortName(nameOf(index + 1 + i)) != nested[i])
                return 0;
        return nested.size();
    }

    /// Whether the pass that starts with the first module returns the second one: not if the next pass belongs to another
    /// branch, which has none of the functions.
    bool hasResult(size_t index, size_t next) const
    {
        if (next >= m_modules.size() || startsBranch(shortName(nameOf(index))))
            return false;
        const std::set<std::string> before = functionNames(m_modules[index].text);
        const std::set<std::string> after = functionNames(m_modules[next].text);
        return before.empty() || after.empty() ||
               std::ranges::any_of(after, [&](const std::string& name) { return before.contains(name); });
    }

    void readBoth()
    {
        std::vector<size_t> running;
        for (size_t index = 0; index < m_modules.size(); ++index) {
            const Heading::Kind kind = m_modules[index].heading.kind;
            const std::string name = nameOf(index);
            const auto isThis = [&](size_t pass) { return m_events.passes[pass].name == name; };
            if (kind == Heading::Kind::Before) {
                running.push_back(addPass(name));
                m_events.add(PassEvent::Kind::Before, running.back(), textOf(index));
                continue;
            }
            if (kind == Heading::Kind::Line || std::ranges::none_of(running, isThis)) {
                running.push_back(addPass(name));
                m_events.add(PassEvent::Kind::Before, running.back());
            }
            while (!isThis(running.back()))
                running.pop_back();
            m_events.add(PassEvent::Kind::After, running.back(), textOf(index));
            running.pop_back();
        }
    }

    const std::vector<PrintedModule>& m_modules;
    PassEvents m_events;
};

} // namespace

bool looksLikeModuleLog(std::string_view text)
{
    const Splitter splitter(text);
    const std::vector<PrintedModule>& modules = splitter.modules();
    if (modules.size() != 1 || splitter.hasInstrument())
        return !modules.empty();
    // A program with an error beside its function is to be opened with that error.
    return splitter.hasOutput() && !openText({}, std::string(text)).isOpen() &&
           openText({}, std::string(modules.front().text)).isOpen();
}

Result<RecordedRun> runFromModuleLog(const std::string& name, std::string_view text,
                                     const RunReading& reading)
{
    return runFromEvents(LogReader(name, Splitter(text).modules()).read(), reading);
}

} // namespace tir
