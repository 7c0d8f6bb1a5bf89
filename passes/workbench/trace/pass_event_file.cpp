#include "passes/workbench/trace/pass_event_file.h"

#include "core/script/json/tvm_json.h"
#include "core/script/printing/printer.h"
#include "core/support/list_text.h"
#include "core/support/parallel.h"
#include "passes/framework/config_keys.h"
#include "passes/workbench/program/text_file.h"
#include "passes/workbench/trace/parse_json.h"
#include "passes/workbench/trace/pass_events.h"
#include "passes/workbench/trace/pass_json.h"
#include "passes/workbench/trace/run_builder.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <span>
#include <sys/file.h>
#include <unistd.h>

namespace tir {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// textOf() of a text that may be large, which is taken out of the record.
std::string takeText(Json& record, const char* key)
{
    const auto found = record.find(key);
    return found != record.end() && found->is_string() ? std::move(found->get_ref<std::string&>())
                                                       : std::string();
}

struct Line {
    size_t number; ///< from 1
    std::string_view text;
};

/// Lines that are not blank. The last one may be truncated: then it has no line end.
std::vector<Line> linesOf(std::string_view text)
{
    std::vector<Line> lines;
    for (size_t number = 1; !text.empty(); ++number) {
        const size_t end = std::min(text.find('\n'), text.size());
        if (const std::string_view line = text.substr(0, end);
            line.find_first_not_of(" \r") != std::string_view::npos)
            lines.push_back({number, line});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string inOneLine(std::string text)
{
    for (char& c : text)
        if (c == '\n' || c == '\r')
            c = ' ';
    return text;
}

/// Precondition: there are some.
std::string skippedText(const std::vector<size_t>& lines)
{
    constexpr size_t Most = 5;
    const size_t shown = std::min(lines.size(), Most);
    std::string numbers = listText(std::span(lines).first(shown));
    if (lines.size() > shown)
        numbers += " and " + std::to_string(lines.size() - shown) + " more";
    return lines.size() == 1
               ? "line " + numbers + " of the recording is not a JSON object: it was skipped"
               : "lines " + numbers + " of the recording are not JSON objects: they were skipped";
}

/// ", " between items.
void addItem(std::string& list, const std::string& key, const Json& value)
{
    list += (list.empty() ? "" : ", ") + key + ": " + inOneLine(configText(value));
}

/// Adds the values that passes of ours read, those of an object as "tirx.UnrollLoop.auto_max_step", and returns those of
/// other keys; null if there are none. `unused` gets values that our passes do not accept.
Json addKnown(PassConfig& config, const std::string& key, const Json& value, std::string& unused)
{
    if (value.is_object()) {
        Json others = Json::object();
        for (const auto& [name, field] : value.items())
            if (Json other = addKnown(config, key + "." + name, field, unused); !other.is_null())
                others[name] = std::move(other);
        return others.empty() ? Json() : others;
    }
    if (value.is_null() || addConfig(config, key, value))
        return {};
    if (!findConfigKey(key))
        return value;
    addItem(unused, key, value);
    return {};
}

/// 0 if there is no number.
int64_t numberOf(const Json& record, const char* key)
{
    const auto found = record.find(key);
    return found != record.end() && found->is_number_integer() ? found->get<int64_t>() : 0;
}

bool isTrue(const Json& record, const char* key)
{
    const auto found = record.find(key);
    return found != record.end() && *found == true;
}

class LineReader {
public:
    LineReader(const std::string& name, std::string folder) : m_folder(std::move(folder))
    {
        fs::path path(name);
        m_events.name = (path.has_filename() ? path : path.parent_path()).filename().string();
    }

    /// Precondition: it is an object.
    void read(Json record)
    {
        const std::string event = textOf(record, "ev");
        if (event == "begin")
            readBegin(record);
        else if (event == "build")
            readBuild(record);
        else if (event == "context")
            readContext(record);
        else if (event == "text")
            readText(record);
        else if (event == "before")
            readBefore(record);
        else if (event == "after")
            readAfter(record);
        else if (event == "aborted")
            readAborted(record);
        else if (event == "lost")
            readLost(record);
        else if (event == "source")
            m_events.sources.push_back(
                {textOf(record, "kind"), textOf(record, "text"), m_events.events.size()});
        else if (event == "end")
            readEnd(record);
    }

    /// A line that is no record.
    void skip(const Line& line)
    {
        m_skipped.push_back(line.number);
        lose("line " + std::to_string(line.number) + " is not a JSON object");
    }

    /// The last line has no end.
    void cutOff()
    {
        m_events.warnings.push_back("the recording ends inside a record: what came after it is missing");
        lose("it ends inside a record");
    }

    /// `isRunning`: the writer of the recording is.
    PassEvents take(bool isRunning)
    {
        m_isAtEnd = !m_events.isEnded;
        if (!isRunning || m_events.isEnded)
            closeLost(0);
        settle();
        if (!m_skipped.empty())
            m_events.warnings.insert(m_events.warnings.begin(), skippedText(m_skipped));
        return std::move(m_events);
    }

private:
    struct OpenPass {
        size_t pass = 0;        ///< index into PassEvents::passes
        size_t lossesSoFar = 0; ///< when it began
    };

    static constexpr int64_t NewestFormat = 1;

    static void remark(std::vector<std::string>& remarks, const std::string& what, const std::string& value)
    {
        const std::string text = what + ": " + value;
        if (!value.empty() && std::ranges::find(remarks, text) == remarks.end())
            remarks.push_back(text);
    }

    void readBegin(const Json& record)
    {
        remark(m_events.remarks, "recorded with TVM", textOf(record, "tvm"));
        m_events.isLocked = isTrue(record, "locked");
        if (numberOf(record, "format") > NewestFormat)
            m_events.warnings.push_back(
                "the recording is of a newer version: parts of it may be missing here");
    }

    void readEnd(const Json& record)
    {
        m_events.isEnded = true;
        if (isTrue(record, "other_threads"))
            m_events.warnings.push_back(
                "passes ran in other threads; only those of the thread that started the "
                "recording are recorded");
    }

    void readText(Json& record)
    {
        std::string json = takeText(record, "json");
        const bool isPrinted = record.contains("text");
        const size_t text =
            m_events.textIndex(isPrinted ? takeText(record, "text") : unprintedText(record, json));
        m_texts[textOf(record, "ir")] = text;
        if (!json.empty())
            m_events.savedJson.try_emplace(text, std::move(json));
    }

    /// A build that another one runs belongs to it. Recordings of older versions have no depth.
    void readBuild(const Json& record)
    {
        if (numberOf(record, "depth") <= 0)
            m_events.builds.push_back({m_events.events.size()});
        std::vector<std::string>& remarks =
            m_events.builds.empty() ? m_events.remarks : m_events.builds.back().remarks;
        remark(remarks, "target", textOf(record, "target"));
        remark(remarks, "pipeline", textOf(record, "pipeline"));
    }

    void readContext(const Json& record)
    {
        ConfigStart start{m_events.events.size()};
        std::string unused;
        if (const auto config = record.find("config"); config != record.end() && config->is_object())
            for (const auto& [key, value] : config->items())
                if (const Json other = addKnown(start.config, key, value, unused); !other.is_null())
                    addTvmConfig(start.tvmConfig, Json::object({{key, other}}));
        const Json known = toJson(start.config);
        for (const auto& [key, value] : known.items())
            remark(start.remarks, "configuration " + key, configText(value));
        const Json others = toJson(start.tvmConfig);
        std::string unknown;
        for (const auto& [key, value] : others.items())
            addItem(unknown, key, value);
        remark(start.remarks, "configuration that only passes of your own TVM use", unknown);
        remark(start.remarks, "configuration that passes of Tirscope do not accept and that is not used",
               unused);
        m_events.configs.push_back(std::move(start));
    }

    void readBefore(const Json& record)
    {
        const std::optional<int64_t> id = idOf(record);
        if (!id)
            return lose("a pass has no id");
        if (const auto depth = record.find("depth"); depth != record.end() && depth->is_number_unsigned())
            closeLost(depth->get<size_t>());
        settle();
        begin(*id, {.name = textOf(record, "name"), .arguments = textOf(record, "args")}, moduleOf(record));
    }

    size_t begin(int64_t id, TracedPass traced, std::optional<size_t> text)
    {
        const size_t pass = m_events.passes.size();
        m_passes[id] = pass;
        m_open.push_back({pass, m_losses});
        m_hasInput = m_hasInput || text;
        m_events.passes.push_back(std::move(traced));
        m_events.add(PassEvent::Kind::Before, pass, text);
        return pass;
    }

    /// The pass that ends with the record. Its start may be lost; null if it is not known that anything is.
    std::optional<size_t> endingPass(const Json& record)
    {
        std::optional<size_t> pass = passOf(record);
        const std::optional<int64_t> id = idOf(record);
        if (!pass && id && m_losses > 0) {
            settle();
            const std::string name = textOf(record, "name");
            const bool isInputLost = !m_hasInput;
            pass = begin(*id, {.name = name.empty() ? "(unknown pass)" : name},
                         isInputLost ? std::optional(lossText()) : std::nullopt);
            m_events.events.back().isLost = isInputLost;
        }
        const auto open =
            std::ranges::find(m_open, pass, [](const OpenPass& each) { return std::optional(each.pass); });
        if (open == m_open.end())
            return pass;
        closeLost(size_t(open - m_open.begin()) + 1);
        m_open.resize(size_t(open - m_open.begin())); // other passes inside have no result
        settle();
        return pass;
    }

    void readLost(const Json& record)
    {
        const std::string reason = "a record could not be written: " + inOneLine(textOf(record, "error"));
        remark(m_events.warnings, "the recording is incomplete", reason);
        lose(reason);
    }

    /// The index of a text in place of the module, a comment.
    size_t lossText()
    {
        return m_events.textIndex("# the recording is incomplete " +
                                  std::string(m_isAtEnd ? "from here: " : "here: ") + m_lastLoss);
    }

    void lose(std::string reason)
    {
        m_lastLoss = std::move(reason);
        ++m_losses;
        m_isSettled = false;
    }

    /// What was lost before the next event is a step, unless it is known to be the result of a pass.
    void settle()
    {
        if (!m_isSettled)
            m_events.add(PassEvent::Kind::Lost, 0, lossText()).isLost = true;
        m_isSettled = true;
    }

    /// Ends the innermost passes but `count`, as far as their results may be lost.
    void closeLost(size_t count)
    {
        while (m_open.size() > count && m_open.back().lossesSoFar < m_losses) {
            m_events.add(PassEvent::Kind::After, m_open.back().pass, lossText()).isLost = true;
            m_open.pop_back();
            m_isSettled = true;
        }
    }

    void readAfter(const Json& record)
    {
        const std::optional<size_t> pass = endingPass(record);
        if (!pass)
            return;
        constexpr double NsPerUs = 1000;
        constexpr double MaxUs = 1e12;
        if (const auto us = record.find("dur_us"); us != record.end() && us->is_number())
            if (const double value = us->get<double>(); value >= 0 && value < MaxUs)
                m_events.passes[*pass].durationNs = int64_t(value * NsPerUs);
        m_events.add(PassEvent::Kind::After, *pass, moduleOf(record));
    }

    void readAborted(const Json& record)
    {
        const std::optional<size_t> pass = endingPass(record);
        if (!pass)
            return;
        m_events.passes[*pass].error = textOf(record, "error");
        m_events.add(PassEvent::Kind::Ended, *pass);
    }

    static std::optional<int64_t> idOf(const Json& record)
    {
        const auto id = record.find("id");
        return id != record.end() && id->is_number_integer() ? std::optional(id->get<int64_t>())
                                                             : std::nullopt;
    }

    std::optional<size_t> passOf(const Json& record) const
    {
        const std::optional<int64_t> id = idOf(record);
        const auto pass = id ? m_passes.find(*id) : m_passes.end();
        return pass == m_passes.end() ? std::nullopt : std::optional(pass->second);
    }

    /// A missing module is a text that cannot be read, with the reason.
    size_t moduleOf(const Json& record)
    {
        const std::string name = textOf(record, "ir");
        const auto known = m_texts.find(name);
        if (known != m_texts.end())
            return known->second;
        const size_t index = m_events.textIndex(name.empty() ? missingText(record) : fileText(name));
        if (!name.empty())
            m_texts.emplace(name, index);
        return index;
    }

    static std::string missingText(const Json& record)
    {
        return "# TVM could not print this module: " + inOneLine(textOf(record, "print_error"));
    }

    /// Of a module that has a save_json: the reason that there is no text of TVM, and our print.
    static std::string unprintedText(const Json& record, const std::string& json)
    {
        const Result<OwnedModule> module = fromTvmJson(json);
        return missingText(record) + (module ? "\n" + printScript(*module->module, {.showMeta = true}) : "");
    }

    std::string fileText(const std::string& name) const
    {
        const std::string shown = "'" + inOneLine(name) + "'";
        const bool isHere = !m_folder.empty() && fs::path(name).filename() == name;
        if (!isHere)
            return "# the recording does not hold its text " + shown;
        const fs::path path = fs::path(m_folder) / name;
        std::error_code failure;
        if (!fs::exists(path, failure))
            return "# the recording names the text " + shown +
                   ", which is not in the folder: copy the folder with all its files";
        Result<std::string> bytes = readRegularFile(path.string());
        Result<std::string> text = bytes ? decodeText(*std::move(bytes)) : bytes;
        return text ? *std::move(text) : "# " + inOneLine(text.diagnostics().front().message);
    }

    std::string m_folder;
    PassEvents m_events;
    std::map<int64_t, size_t> m_passes;    ///< by id
    std::map<std::string, size_t> m_texts; ///< by name
    std::vector<OpenPass> m_open;          ///< the innermost last
    bool m_hasInput = false;               ///< a pass has begun with a module
    std::vector<size_t> m_skipped;         ///< numbers of lines
    size_t m_losses = 0;
    std::string m_lastLoss;  ///< the reason
    bool m_isSettled = true; ///< there is an event for it
    bool m_isAtEnd = false;  ///< no record follows
};

} // namespace

std::string firstEvent(std::string_view bytes)
{
    const Json record = parseJson(bytes.substr(0, bytes.find('\n')));
    return record.is_object() ? textOf(record, "ev") : "";
}

bool isBeingWritten(const std::string& path)
{
    std::error_code failure;
    const fs::path file = fs::is_directory(path, failure) ? fs::path(path) / EventFileName : fs::path(path);
    if (!fs::is_regular_file(file, failure))
        return false;
    const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (opened < 0)
        return false;
    const bool isLocked = flock(opened, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(opened); // with a lock that was got
    return isLocked;
}

Result<RecordedRun> runFromEventLines(const std::string& name, std::string_view lines,
                                      const std::string& folder, const RunReading& reading)
{
    const std::vector<Line> each = linesOf(lines);
    std::vector<Json> records(each.size());
    inParallel(each.size(), helpersFor(lines.size()),
               [&](size_t index) { records[index] = parseJson(each[index].text); });
    LineReader reader(name, folder);
    for (size_t index = 0; index < each.size(); ++index) {
        const bool hasEnd = each[index].text.end() != lines.end();
        if (records[index].is_object())
            reader.read(std::move(records[index]));
        else if (hasEnd)
            reader.skip(each[index]);
        else if (!reading.isRunning) // else the rest is being written
            reader.cutOff();
    }
    return runFromEvents(reader.take(reading.isRunning), reading);
}

} // namespace tir
