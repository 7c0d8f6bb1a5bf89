#include "passes/workbench/trace/module_log.h"

#include "passes/workbench/program/open.h"
#include "passes/workbench/trace/branch_finder.h"
#include "passes/workbench/trace/finished_passes.h"
#include "passes/workbench/trace/line_prefix.h"
#include "passes/workbench/trace/parallel_builds.h"
#include "passes/workbench/trace/printed_modules.h"

#include <algorithm>
#include <map>
#include <set>

namespace tir {
namespace {

/// Converts the modules to events.
class LogReader {
public:
    LogReader(std::string name, const PrintedLog& log) : m_log(log), m_modules(log.modules)
    {
        m_events.name = std::move(name);
        m_events.isCutOff = log.isCutOff;
        for (const PrintedModule& module : log.modules) {
            if (module.heading.kind == Heading::Kind::Before)
                m_printedBefore.insert(module.heading.name);
            if (module.heading.kind == Heading::Kind::After)
                m_printedAfter.insert(module.heading.name);
        }
    }

    PassEvents read()
    {
        const auto isSelected = [](const PrintedModule& each) { return each.heading.isSelected; };
        addWarnings();
        if (isOfParallelBuilds())
            readUnordered();
        else if (std::ranges::any_of(m_modules, isSelected))
            readBoth();
        else if (m_printedBefore.empty())
            readFinished();
        else if (m_printedAfter.empty())
            readStarted();
        else
            readBoth();
        if (!m_isFailureAdded && hasCompilerFailed())
            addFailure();
        return std::move(m_events);
    }

private:
    void addWarnings()
    {
        if (m_log.linesInside > 0)
            warn(interruptionText());
        if (!m_log.failureBetween.empty())
            warn("the log goes on after an exception: " + m_log.failureBetween);
        if (m_log.isCutOff)
            warn("the log was cut off or is still being written: it ends inside a line or a module");
        else if (endsWithBeginning())
            warn("the log may have been cut off: its last module is the beginning of the one before");
        if (!m_log.failure.empty() && !hasCompilerFailed())
            warn("the log ends with an exception: " + m_log.failure);
    }

    void warn(std::string text) { m_events.warnings.push_back(std::move(text)); }

    std::string interruptionText() const
    {
        const size_t count = m_log.linesInside;
        return (count == 1 ? "a line" : std::to_string(count) + " lines") +
               " of other output inside printed modules " + (count == 1 ? "is" : "are") + " left out" +
               (count == 1 ? ": " : ", first: ") + "'" + m_log.firstInside + "'";
    }

    bool endsWithBeginning() const
    {
        if (m_modules.size() < 2 || m_modules.back().heading.kind == Heading::Kind::Line)
            return false;
        const std::string_view last = m_modules.back().text;
        const std::string_view before = m_modules[m_modules.size() - 2].text;
        return last.size() < before.size() && before.starts_with(last);
    }

    /// An error of the script, a failed test, and a user who ends the script are no fault of the compiler.
    bool hasCompilerFailed() const
    {
        constexpr std::string_view Others[] = {"AssertionError", "KeyboardInterrupt", "SystemExit"};
        return !m_log.failure.empty() && m_log.hasCompilerFailed &&
               std::ranges::none_of(Others,
                                    [&](std::string_view name) { return m_log.failure.starts_with(name); });
    }

    /// A failed pass, of which only the exception was printed.
    void addFailure()
    {
        const size_t pass = addPass("(a pass that was not printed)");
        m_events.add(PassEvent::Kind::Before, pass);
        endWithFailure(pass);
    }

    void endWithFailure(size_t pass)
    {
        m_events.passes[pass].error = m_log.failure;
        m_events.add(PassEvent::Kind::Ended, pass);
        m_isFailureAdded = true;
    }

    /// The instruments that print all passes print the module after each one that has ended.
    bool isResultPrinted(const Heading& heading) const
    {
        return !heading.isSelected || m_printedAfter.contains(heading.name);
    }
    bool isInputPrinted(const Heading& heading) const
    {
        return !heading.isSelected || m_printedBefore.contains(heading.name);
    }

    std::string nameOf(size_t index) const
    {
        const std::string& name = m_modules[index].heading.name;
        return name.empty() ? "print " + std::to_string(index + 1) : name;
    }

    size_t textOf(size_t index)
    {
        const PrintedModule& module = m_modules[index];
        if (m_unread.contains(index))
            return m_unread[index];
        if (module.whyUnread.empty())
            return m_events.textIndex(std::string(module.text));
        return m_unread[index] = m_events.unreadIndex(std::string(module.text), module.whyUnread);
    }

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
        if (!runsOthers && next >= m_modules.size() && hasCompilerFailed())
            endWithFailure(pass);
        else
            m_events.add(PassEvent::Kind::After, pass,
                         runsOthers               ? textOf(index)
                         : hasResult(index, next) ? textOf(next)
                                                  : noResult(name));
        return next;
    }

    size_t noResult(const std::string& name)
    {
        return m_events.textIndex("# the log does not have the module after " + name);
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
        if (!m_modules[next].whyUnread.empty())
            return true;
        const std::set<std::string> before = functionNames(m_modules[index].text);
        const std::set<std::string> after = functionNames(m_modules[next].text);
        return before.empty() || after.empty() ||
               std::ranges::any_of(after, [&](const std::string& name) { return before.contains(name); });
    }

    void readBoth()
    {
        for (size_t index = 0; index < m_modules.size(); ++index) {
            const Heading& heading = m_modules[index].heading;
            if (heading.isSelected)
                m_events.hasAllPasses = false;
            if (heading.kind == Heading::Kind::Before)
                readBefore(index);
            else
                readAfter(index);
        }
        if (!m_running.empty() && hasCompilerFailed())
            for (; !m_running.empty(); m_running.pop_back())
                endWithFailure(m_running.back());
    }

    void readBefore(size_t index)
    {
        const PrintedModule& module = m_modules[index];
        const size_t pass = addPass(nameOf(index));
        if (module.heading.isSelected)
            m_events.passes[pass].noteBefore = "passes that were not printed made this change";
        if (!module.whyUnread.empty()) {
            // The pass has begun, and its module after it was not printed either.
            m_events.add(PassEvent::Kind::Before, pass);
            m_events.add(PassEvent::Kind::After, pass, textOf(index));
            return;
        }
        m_events.add(PassEvent::Kind::Before, pass, textOf(index));
        if (isResultPrinted(module.heading)) {
            m_running.push_back(pass);
            return;
        }
        const bool isSame = index + 1 < m_modules.size() && m_modules[index + 1].text == module.text;
        m_events.add(PassEvent::Kind::After, pass, isSame ? textOf(index) : noResult(nameOf(index)));
    }

    void readAfter(size_t index)
    {
        const std::string name = nameOf(index);
        const Heading& heading = m_modules[index].heading;
        const auto isThis = [&](size_t pass) { return m_events.passes[pass].name == name; };
        if (heading.kind == Heading::Kind::Line || std::ranges::none_of(m_running, isThis)) {
            m_running.push_back(addPass(name));
            m_events.add(PassEvent::Kind::Before, m_running.back(), inputOf(index, m_running.back()));
        }
        while (!isThis(m_running.back()))
            m_running.pop_back();
        m_events.add(PassEvent::Kind::After, m_running.back(), textOf(index));
        m_running.pop_back();
    }

    /// The input of a pass of which only the result is printed: the change cannot be attributed to it, nor to the passes
    /// before it.
    std::optional<size_t> inputOf(size_t index, size_t pass)
    {
        if (isInputPrinted(m_modules[index].heading))
            return std::nullopt;
        const std::string name = shortName(nameOf(index));
        m_events.passes[pass].note =
            "the module before this pass was not printed: what it changed is part of the "
            "change before it";
        m_events.passes[pass].noteBefore = "the module before " + name + " was not printed: " + name +
                                           ", or passes before it that were not printed, made this change";
        return textOf(index);
    }

    /// Passes of several builds that ran at the same time: no module can be compared with the one before it.
    void readUnordered()
    {
        const std::string why = "several builds ran at the same time, and the log does not say to which of "
                                "them this module belongs";
        warn("the log has the passes of several builds that ran at the same time: let each of them write its "
             "own "
             "log");
        m_events.hasAllPasses = false;
        for (size_t index = 0; index < m_modules.size(); ++index) {
            if (m_modules[index].heading.kind == Heading::Kind::Before && !m_printedAfter.empty())
                continue;
            const size_t pass = addPass(nameOf(index));
            m_events.add(PassEvent::Kind::Before, pass);
            m_events.add(PassEvent::Kind::After, pass,
                         m_events.unreadIndex(std::string(m_modules[index].text), why));
        }
    }

    bool isOfParallelBuilds() const
    {
        std::vector<PrintedPass> before;
        std::vector<PrintedPass> after;
        std::vector<PrintedPass> both;
        for (const PrintedModule& module : m_modules) {
            const Heading& heading = module.heading;
            if (heading.kind == Heading::Kind::Line || heading.isSelected || !module.whyUnread.empty())
                continue;
            const PrintedPass pass{heading.name, module.text, heading.kind == Heading::Kind::Before};
            (pass.isBefore ? before : after).push_back(pass);
            both.push_back(pass);
        }
        return areInterleaved(before) || areInterleaved(after) ||
               (!before.empty() && !after.empty() && areEntangled(both));
    }

    const PrintedLog& m_log;
    const std::vector<PrintedModule>& m_modules;
    std::set<std::string> m_printedBefore; ///< passes
    std::set<std::string> m_printedAfter;
    std::map<size_t, size_t> m_unread; ///< texts of modules that are not read, by index of the module
    std::vector<size_t> m_running;     ///< passes that have begun, the innermost last
    bool m_isFailureAdded = false;
    PassEvents m_events;
};

} // namespace

bool looksLikeModuleLog(std::string_view text)
{
    const LinePrefix prefix = findLinePrefix(text);
    if (prefix.kind == LinePrefix::Kind::Mixed)
        return true;
    if (prefix.kind == LinePrefix::Kind::Common)
        return !readPrintedLog(withoutPrefixes(text, prefix.sample)).modules.empty();
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
    const LinePrefix prefix = findLinePrefix(text);
    if (prefix.kind == LinePrefix::Kind::Mixed)
        return error("bad-log", prefix.problem);
    std::string bare;
    if (prefix.kind == LinePrefix::Kind::Common)
        text = bare = withoutPrefixes(text, prefix.sample);
    const PrintedLog log = readPrintedLog(text);
    return runFromEvents(LogReader(name, log).read(), reading);
}

} // namespace tir
