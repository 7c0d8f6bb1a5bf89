/// The events of an instrument of TVM: the passes that ran, one inside another, and the modules before and after them.
/// All formats of TVM are read into this form, from which one function builds a run.

#pragma once

#include "passes/workbench/trace/distinct_texts.h"
#include "passes/workbench/trace/recorded_run.h"

#include <map>

namespace tir {

struct TracedPass {
    std::string name;           ///< as TVM reports it: "tirx.SplitHostDevice"
    std::string arguments = {}; ///< as in a constructor call: `"shared"`
    int64_t durationNs = 0;
    std::string error = {}; ///< why there is no result; for PassEvent::Kind::Ended
    std::string note = {};  ///< a remark about missing data
    /// Of the change between the pass and the one before it; empty: that code outside of the passes made it.
    std::string noteBefore = {};
};

struct PassEvent {
    /// Ended: without a result. Lost: a record that cannot be read, which may be of any pass.
    enum class Kind : uint8_t { Before, After, Ended, Lost };
    Kind kind = Kind::Before;
    size_t pass = 0;                           ///< index into PassEvents::passes; of Lost: none
    std::optional<size_t> text = std::nullopt; ///< index into PassEvents::texts; nothing if not recorded
    bool isLost = false;                       ///< the record of the module is; the text says why
};

/// Code that TVM generated from the last modules.
struct GeneratedSource {
    std::string kind; ///< "cuda"
    std::string text;
    size_t event = 0; ///< how many events came before
};

/// The start of a build that is in no other one.
struct BuildStart {
    size_t event = 0; ///< how many events came before
    std::vector<std::string> remarks = {};
};

/// The configuration of the passes from an event on.
struct ConfigStart {
    size_t event = 0; ///< how many events came before
    PassConfig config = {};
    TvmConfig tvmConfig = {};
    std::vector<std::string> remarks = {};
};

struct PassEvents {
    std::string name; ///< of the run
    std::vector<TracedPass> passes = {};
    std::vector<PassEvent> events = {};
    std::vector<std::string> texts = {}; ///< each once
    std::map<size_t, std::string> savedJson =
        {};                                    ///< by text: the `save_json` of its module, if it was recorded
    std::map<size_t, std::string> unread = {}; ///< by text: why it is not read, although it may be a program
    bool hasInputs = true;                     ///< every Before has its text
    bool hasAllPasses = true;                  ///< else no contract is judged
    bool isCutOff = false;                     ///< passes without a result may have ended
    std::vector<std::string> remarks = {};
    std::vector<std::string> warnings = {}; ///< what the recording may lack
    std::vector<BuildStart> builds = {};    ///< those that the recording names
    std::vector<ConfigStart> configs = {};
    PassConfig config = {}; ///< of all passes, after selectBuild()
    TvmConfig tvmConfig = {};
    std::vector<GeneratedSource> sources = {};
    bool isLocked = false; ///< the file was locked while it was written (isBeingWritten())
    bool isEnded = false;  ///< nothing follows
    DistinctTexts distinctTexts = {};

    size_t textIndex(std::string text);
    /// The index of a text that is not read, for that reason.
    size_t unreadIndex(std::string text, std::string why);
    PassEvent& add(PassEvent::Kind kind, size_t pass, std::optional<size_t> text = std::nullopt)
    {
        return events.emplace_back(PassEvent{kind, pass, text});
    }
};

/// "SplitHostDevice": without the prefix of the dialect.
std::string shortName(std::string pass);

/// An error whose message is the first line; the others become notes.
Diagnostic errorOfLines(std::string code, const std::string& lines);

/// How the note starts of a step that is the first part of a pass: the passes that it ran come after it.
inline constexpr std::string_view FirstPartNote = "what the pass did before it ran ";

/// The steps in the order in which they ended, those of the host and of the device module as branches. A change between
/// two events is attributed to the innermost pass that was running, or to no pass. Every module that can be read is
/// verified with the properties that earlier passes establish; the others are unread steps with their text. The steps
/// have the breaches of the contracts of their passes. Of a recording with several builds, the run is one of them
/// (RunReading::build). Its configuration is that of its passes; where they have different ones, the last value of a
/// key counts. Fails if no pass was recorded, if there is no such build, and if the watch cancels it: "cancelled".
Result<RecordedRun> runFromEvents(PassEvents events, const RunReading& reading = {});

} // namespace tir
