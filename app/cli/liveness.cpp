/// `tirc liveness`: the lifetimes and offsets of shared buffers. With --json a list, one object per
/// launch:
///
///     function, label                 the position of the launch
///     line                            of the launch, in the text of the step; null if the text does not show it
///     isMerged, hasSymbolicSizes
///     takenBytes, peakLiveBytes, wasteBytes
///     peakTick        where the most bytes are live; -1 if no buffer is used
///     lowerBound      bytes of the buffers that are live at one statement: no layout needs fewer
///     limit    {device, bytes, exceeded}: the most bytes of a launch on its target, and the message if it uses
///              more, or null; null if the target or its limit is not known
///     ticks    [{text, line, isBarrier}]: the statements of the launch in program order
///     loops    [{variable, trips, tripCount, firstTick, lastTick, depth, line}]: outer ones first; variable is
///              empty for a while loop, whose trips is the condition; tripCount is null if it is not a constant
///     conflicts [{first, second, begin, end, firstTick, lastTick}]: indices of two buffers that share the bytes
///              from begin to before end while both are live
///     hasMoreConflicts
///     buffers  [{name, dtype, shape, scope, sizeBytes, sizeText, offsetBytes, offsetText,
///               firstTick, lastTick, isMerged,
///              isOutOfScope, line, useLines}]; sizeBytes is -1 if symbolic, ticks are -1 if unused

#include "app/cli/output.h"
#include "app/cli/selected_step.h"
#include "core/analysis/shared_memory_liveness.h"
#include "passes/workbench/drawing/svg.h"

#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

struct LivenessArguments {
    FileOptions file;
    PipelineOptions pipeline;
    std::string step; ///< empty: the last one
    bool isJson = false;
    bool isSvg = false;
    bool isByBuffer = false; ///< in the picture
};

Json bufferJson(const SharedBuffer& buffer, const StepText& text)
{
    Json uses = Json::array();
    for (const Place use : buffer.uses)
        uses.push_back(lineOf(text, use));
    return {{"name", buffer.name},
            {"dtype", buffer.dtype},
            {"shape", buffer.shape},
            {"scope", buffer.scope},
            {"sizeBytes", buffer.sizeBytes},
            {"sizeText", buffer.sizeText},
            {"offsetBytes", buffer.offsetBytes},
            {"offsetText", buffer.offsetText},
            {"firstTick", buffer.firstTick},
            {"lastTick", buffer.lastTick},
            {"isMerged", buffer.isMerged},
            {"isOutOfScope", buffer.isOutOfScope},
            {"line", lineOf(text, buffer.allocation)},
            {"useLines", std::move(uses)}};
}

Json limitJson(const LaunchLiveness& launch)
{
    if (!launch.limit)
        return nullptr;
    const std::string exceeded = overLimit(*launch.limit, launch.staticBytes, launch.takenBytes);
    return {{"device", launch.limit->device},
            {"bytes", *launch.limitBytes()},
            {"exceeded", exceeded.empty() ? Json(nullptr) : Json(exceeded)}};
}

Json loopJson(const LoopBracket& loop, const StepText& text)
{
    return {{"variable", loop.variable},
            {"trips", loop.trips},
            {"tripCount", loop.tripCount < 0 ? Json(nullptr) : Json(loop.tripCount)},
            {"firstTick", loop.firstTick},
            {"lastTick", loop.lastTick},
            {"depth", loop.depth},
            {"line", lineOf(text, loop.place)}};
}

Json conflictJson(const MemoryConflict& conflict)
{
    return {{"first", conflict.first}, {"second", conflict.second},       {"begin", conflict.begin},
            {"end", conflict.end},     {"firstTick", conflict.firstTick}, {"lastTick", conflict.lastTick}};
}

Json launchJson(const LaunchLiveness& launch, const StepText& text)
{
    Json ticks = Json::array();
    for (const Tick& tick : launch.ticks)
        ticks.push_back(
            {{"text", tick.text}, {"line", lineOf(text, tick.place)}, {"isBarrier", tick.isBarrier}});
    Json buffers = Json::array();
    for (const SharedBuffer& buffer : launch.buffers)
        buffers.push_back(bufferJson(buffer, text));
    Json loops = Json::array();
    for (const LoopBracket& loop : launch.loops)
        loops.push_back(loopJson(loop, text));
    Json conflicts = Json::array();
    for (const MemoryConflict& conflict : launch.conflicts)
        conflicts.push_back(conflictJson(conflict));
    return {{"function", launch.function},
            {"label", launch.label},
            {"line", lineOf(text, launch.place)},
            {"isMerged", launch.isMerged},
            {"hasSymbolicSizes", launch.hasSymbolicSizes},
            {"takenBytes", launch.takenBytes},
            {"takenText", launch.takenText},
            {"peakLiveBytes", launch.peakLiveBytes},
            {"wasteBytes", launch.wasteBytes},
            {"peakTick", launch.peakTick},
            {"lowerBound", launch.lowerBound},
            {"limit", limitJson(launch)},
            {"ticks", std::move(ticks)},
            {"loops", std::move(loops)},
            {"conflicts", std::move(conflicts)},
            {"hasMoreConflicts", launch.hasMoreConflicts},
            {"buffers", std::move(buffers)}};
}

std::string bytesOf(const SharedBuffer& buffer)
{
    if (buffer.sizeBytes < 0 || buffer.offsetBytes < 0)
        return buffer.sizeText + " bytes from " +
               (buffer.offsetText.empty() ? "a symbolic offset" : buffer.offsetText) + " on";
    return "bytes " + std::to_string(buffer.offsetBytes) + " to " +
           std::to_string(buffer.offsetBytes + buffer.sizeBytes);
}

/// "statement 3 (line 12)", "statements 3 to 7 (lines 12 to 20)".
std::string statements(const LaunchLiveness& launch, int first, int last, const StepText& text)
{
    const auto line = [&](int tick) {
        const Json number = lineOf(text, launch.ticks[size_t(tick)].place);
        return number.is_null() ? std::string("?") : number.dump();
    };
    if (first == last)
        return "statement " + std::to_string(first + 1) + " (line " + line(first) + ")";
    return "statements " + std::to_string(first + 1) + " to " + std::to_string(last + 1) + " (lines " +
           line(first) + " to " + line(last) + ")";
}

std::string loopText(const LaunchLiveness& launch, const LoopBracket& loop, const StepText& text)
{
    const std::string head = loop.variable.empty() ? "while " + loop.trips
                                                   : "loop " + loop.variable + ", " + loop.trips + " times";
    return std::string(2 * size_t(loop.depth + 1), ' ') + head + ": " +
           statements(launch, loop.firstTick, loop.lastTick, text) + "\n";
}

std::string conflictText(const LaunchLiveness& launch, const MemoryConflict& conflict, const StepText& text)
{
    return "  CONFLICT: '" + launch.buffers[conflict.first].name + "' and '" +
           launch.buffers[conflict.second].name + "' share bytes " + std::to_string(conflict.begin) + " to " +
           std::to_string(conflict.end) + ", both live at " +
           statements(launch, conflict.firstTick, conflict.lastTick, text) + "\n";
}

std::string bufferText(const LaunchLiveness& launch, const SharedBuffer& buffer, const StepText& text)
{
    return "  " + buffer.name + ": " + buffer.dtype + buffer.shape + " " + buffer.scope + ", " +
           bytesOf(buffer) +
           (buffer.firstTick < 0
                ? ", never used"
                : ", live at " + statements(launch, buffer.firstTick, buffer.lastTick, text)) +
           (buffer.isOutOfScope ? ", OUT OF SCOPE\n" : "\n");
}

std::string launchText(const LaunchLiveness& launch, const StepText& step)
{
    if (launch.buffers.empty())
        return launch.label + ": no shared memory\n";
    std::string text =
        launch.label + ": " + std::to_string(launch.takenBytes) + " bytes taken, " +
        std::to_string(launch.peakLiveBytes) + " live at the peak, " + std::to_string(launch.wasteBytes) +
        " wasted" +
        (launch.hasSymbolicSizes ? ", symbolic sizes not counted; with them it takes " + launch.takenText
                                 : "") +
        "\n";
    if (launch.isOverLimit())
        text += "  too much: " + overLimit(*launch.limit, launch.staticBytes, launch.takenBytes) + "\n";
    if (launch.peakTick >= 0)
        text += "  peak at " + statements(launch, launch.peakTick, launch.peakTick, step) +
                "; no layout takes less than " + std::to_string(launch.lowerBound) + " bytes\n";
    for (const LoopBracket& loop : launch.loops)
        text += loopText(launch, loop, step);
    for (const SharedBuffer& buffer : launch.buffers)
        text += bufferText(launch, buffer, step);
    for (const MemoryConflict& conflict : launch.conflicts)
        text += conflictText(launch, conflict, step);
    if (launch.hasMoreConflicts)
        text += "  … and more conflicts\n";
    return text;
}

/// With lines of the text, and outlines of the layout before the step.
std::string picture(const SelectedStep& step, const std::vector<LaunchLiveness>& launches, bool isByBuffer)
{
    TimelineOptions options;
    options.isByBuffer = isByBuffer;
    options.lineOf = [&](Place place) {
        const std::optional<Span> span = step.text.spanOf(place);
        return span ? step.text.source.lineColumn(span->begin).line : 0;
    };
    std::vector<LaunchLiveness> before;
    if (step.number > 0)
        if (const auto module = step.otherStep(int(step.recording().previous(step.number))))
            before = sharedMemoryLiveness(*module->module);
    return timelineSvg(launches, lightPalette(), options, before);
}

ExitCode run(const LivenessArguments& options)
{
    const std::optional<SelectedStep> step = selectStep(options.file, options.pipeline, options.step);
    if (!step)
        return ExitCode::Unusable;
    reportMissingProperties(step->run);
    const std::vector<LaunchLiveness> launches = sharedMemoryLiveness(*step->module.module);
    if (options.isJson) {
        Json json = Json::array();
        for (const LaunchLiveness& launch : launches)
            json.push_back(launchJson(launch, step->text));
        return writeResult({}, printed(json));
    }
    if (options.isSvg)
        return writeResult({}, picture(*step, launches, options.isByBuffer));
    std::string text;
    for (const LaunchLiveness& launch : launches)
        text += launchText(launch, step->text);
    return writeResult({}, text.empty() ? "there is no launch" : text);
}

} // namespace

void addLivenessCommand(CommandLine& line)
{
    Command command = line.add("liveness", "Show the shared memory of every launch over time");
    const auto options = std::make_shared<LivenessArguments>();
    addFileOptions(command, options->file, "Program, or trace");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    addStepOption(command, options->step);
    Option json = command.flag("--json", options->isJson, "Print the result as JSON");
    command.flag("--svg", options->isSvg, "Print the result as an SVG picture").excludes(json);
    command.flag("--by-buffer", options->isByBuffer, "Draw one row per buffer instead of an address axis")
        .needs("--svg");
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
