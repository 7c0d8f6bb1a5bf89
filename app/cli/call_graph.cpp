/// `tirc callgraph`: the call graph of a step. With --json:
///
///     nodes  [{id, kind, label, target, line}]; ids are stable over the steps of a run
///     edges  [{from, to, kind, grid, block, dynamicBytes, line}]; from and to are ids, the three launch texts
///            may be empty
///
/// Lines are those of the step's text; null if the text does not show the place. With --split: the kernels that the
/// step splits off the host functions, with --json as
///
///     [{host, kernel, shape, values: [{argument, parameter, type, reason}]}], one per launch

#include "core/analysis/call_graph.h"
#include "app/cli/numbers.h"
#include "app/cli/output.h"
#include "app/cli/selected_step.h"
#include "passes/workbench/drawing/svg.h"

#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CallGraphArguments {
    FileOptions file;
    PipelineOptions pipeline;
    std::string step;   ///< empty: the last one
    std::string around; ///< a function; empty: all are shown
    int depth = 1;
    bool isJson = false;
    bool isDot = false;
    bool isSvg = false;
    bool isSplit = false;
};

Json graphJson(const CallGraph& graph, const StepText& text)
{
    Json nodes = Json::array();
    for (const CallNode& node : graph.nodes)
        nodes.push_back({{"id", node.id},
                         {"kind", toString(node.kind)},
                         {"label", node.label},
                         {"target", node.target},
                         {"line", lineOf(text, node.place)}});
    Json edges = Json::array();
    for (const CallEdge& edge : graph.edges)
        edges.push_back({{"from", graph.nodes[edge.from].id},
                         {"to", graph.nodes[edge.to].id},
                         {"kind", toString(edge.kind)},
                         {"grid", edge.grid},
                         {"block", edge.block},
                         {"dynamicBytes", edge.dynamicBytes},
                         {"line", lineOf(text, edge.place)}});
    return {{"nodes", std::move(nodes)}, {"edges", std::move(edges)}};
}

/// "launch 4 × 64, 256 bytes"; the kind alone if there are no figures.
std::string edgeText(const CallEdge& edge)
{
    const std::string label = edgeLabel(edge);
    return label.empty() ? std::string(toString(edge.kind)) : label;
}

std::string graphText(const CallGraph& graph)
{
    std::string text;
    for (size_t index = 0; index < graph.nodes.size(); ++index) {
        const CallNode& node = graph.nodes[index];
        text += node.id + " (" + std::string(toString(node.kind)) +
                (node.target.empty() ? "" : ", " + node.target) + ")\n";
        for (const CallEdge& edge : graph.edges)
            if (edge.from == index)
                text += "  -> " + graph.nodes[edge.to].id + ": " + edgeText(edge) + "\n";
    }
    return text;
}

std::string dotString(const std::string& text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + "\"";
}

std::string graphDot(const CallGraph& graph)
{
    std::string text = "digraph calls {\n    node [shape=box]\n";
    for (const CallNode& node : graph.nodes)
        text += "    " + dotString(node.id) + " [label=" + dotString(node.label) +
                ", comment=" + dotString(std::string(toString(node.kind))) + "]\n";
    for (const CallEdge& edge : graph.edges)
        text += "    " + dotString(graph.nodes[edge.from].id) + " -> " + dotString(graph.nodes[edge.to].id) +
                " [label=" + dotString(edgeText(edge)) + "]\n";
    return text + "}\n";
}

Json splitJson(const std::vector<SplitKernel>& kernels)
{
    Json list = Json::array();
    for (const SplitKernel& kernel : kernels) {
        Json values = Json::array();
        for (const CapturedValue& value : kernel.values)
            values.push_back({{"argument", value.argument},
                              {"parameter", value.parameter},
                              {"type", value.type},
                              {"reason", value.reason}});
        list.push_back({{"host", kernel.host},
                        {"kernel", kernel.name},
                        {"shape", kernel.shape},
                        {"values", std::move(values)}});
    }
    return list;
}

std::string splitText(const std::vector<SplitKernel>& kernels)
{
    std::string text;
    for (const SplitKernel& kernel : kernels) {
        text += kernel.host + " launches " + kernel.name +
                (kernel.shape.empty() ? "" : " with " + kernel.shape) + "\n";
        for (const CapturedValue& value : kernel.values)
            text += "  " + (value.argument.empty() ? "?" : value.argument) + " -> " + value.parameter + ": " +
                    value.type + (value.reason.empty() ? "" : "\n      " + value.reason) + "\n";
    }
    return text.empty() ? "this step splits nothing off\n" : text;
}

/// The kernels that a step splits off; without --step, that of SplitHostDevice.
ExitCode runSplit(const CallGraphArguments& options)
{
    const std::optional<SelectedStep> step =
        selectStep(options.file, options.pipeline, options.step.empty() ? "SplitHostDevice" : options.step);
    if (!step)
        return ExitCode::Unusable;
    std::vector<SplitKernel> kernels;
    if (step->number > 0) {
        const Step& split = step->recording().steps[step->number - 1];
        if (split.before && split.after)
            kernels = splitKernels(*split.before, *split.after, split.notes.list());
    }
    if (options.isJson)
        return writeResult({}, printed(splitJson(kernels)));
    return writeResult({}, options.isSvg ? drawSplit(kernels, lightPalette()).svg : splitText(kernels));
}

ExitCode run(const CallGraphArguments& options)
{
    if (options.isSplit)
        return runSplit(options);
    const std::optional<SelectedStep> step = selectStep(options.file, options.pipeline, options.step);
    if (!step)
        return ExitCode::Unusable;
    reportMissingProperties(step->run);
    CallGraph graph = callGraph(*step->module.module);
    CallGraph drawn = drawnCallGraph(*step->module.module);
    if (!options.around.empty()) {
        graph = neighborhood(graph, options.around, options.depth);
        drawn = neighborhood(drawn, options.around, options.depth);
        if (graph.nodes.empty()) {
            report({error("usage", "--around: the step has no function '" + options.around + "'")});
            return ExitCode::Unusable;
        }
    }
    if (options.isJson)
        return writeResult({}, printed(graphJson(graph, step->text)));
    if (options.isSvg)
        return writeResult({}, callGraphSvg(layoutCallGraph({&drawn, 1}), drawn, lightPalette()));
    return writeResult({}, options.isDot ? graphDot(graph) : graphText(graph));
}

} // namespace

void addCallGraphCommand(CommandLine& line)
{
    Command command = line.add("callgraph", "Show functions, launches and helpers, and who calls whom");
    const auto options = std::make_shared<CallGraphArguments>();
    addFileOptions(command, options->file, "Program, or trace");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    addStepOption(command, options->step);
    command.option("--around", options->around, "Show only what is near this function").typeName("FUNCTION");
    command.option("--depth", options->depth, "How many calls from it, in either direction; default: 1")
        .typeName("N")
        .check(wholeNumber(0));
    Option json = command.flag("--json", options->isJson, "The graph as JSON");
    Option dot =
        command.flag("--dot", options->isDot, "Print the graph in Graphviz's DOT format").excludes(json);
    command.flag("--svg", options->isSvg, "The graph as a picture").excludes(json).excludes(dot);
    command
        .flag("--split", options->isSplit,
              "What SplitHostDevice splits off instead: kernels, and why they take each parameter")
        .excludes(dot);
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
