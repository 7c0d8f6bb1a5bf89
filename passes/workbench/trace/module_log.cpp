#include "passes/workbench/trace/module_log.h"

#include "passes/workbench/program/open.h"
#include "passes/workbench/trace/branch_finder.h"
#include "passes/workbench/trace/finished_passes.h"
#include "passes/workbench/trace/printed_modules.h"

#include <algorithm>

namespace tir {
namespace {

/// Converts the modules to events.
class LogReader {
public:
    LogReader(std::string name, const PrintedLog& log) : m_modules(log.modules)
    {
        m_events.name = std::move(name);
        if (log.linesInside > 0)
            m_events.warnings.push_back(interruptionText(log));
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
    static std::string interruptionText(const PrintedLog& log)
    {
        const size_t count = log.linesInside;
        return (count == 1 ? "a line" : std::to_string(count) + " lines") +
               " of other output inside printed modules " + (count == 1 ? "is" : "are") + " left out" +
               (count == 1 ? ": " : ", first: ") + "'" + log.firstInside + "'";
    }

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
    const PrintedLog log = readPrintedLog(text);
    if (log.modules.size() != 1 || log.hasInstrument)
        return !log.modules.empty();
    // A program with an error beside its function is to be opened with that error.
    return log.hasOutput && !openText({}, std::string(text)).isOpen() &&
           openText({}, std::string(log.modules.front().text)).isOpen();
}

Result<RecordedRun> runFromModuleLog(const std::string& name, std::string_view text,
                                     const RunReading& reading)
{
    const PrintedLog log = readPrintedLog(text);
    return runFromEvents(LogReader(name, log).read(), reading);
}

} // namespace tir
