/// The call graph, derived from the facts of a module. Nodes of functions come first, each followed by its regions, so
/// that edges can be added in one pass over the calls.

#include "core/analysis/call_graph.h"

#include "core/analysis/calls.h"
#include "core/analysis/module_facts.h"
#include "core/analysis/text.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace tir {
namespace {

/// Extents by dimension: x, y, z.
struct LaunchShape {
    std::array<std::string, 3> grid;
    std::array<std::string, 3> block;
    std::string dynamicBytes;

    void set(std::string_view tag, std::string extent)
    {
        if (tag == attr::UseDynSharedMemory)
            dynamicBytes = std::move(extent);
        else if (tag.starts_with("blockIdx.") && isDimension(tag.back()))
            grid[size_t(tag.back() - 'x')] = std::move(extent);
        else if (tag.starts_with("threadIdx.") && isDimension(tag.back()))
            block[size_t(tag.back() - 'x')] = std::move(extent);
    }

    static bool isDimension(char letter) { return letter >= 'x' && letter <= 'z'; }

    /// "32", "(32, 4)", "(1, 4)"; empty when no dimension is set.
    static std::string text(const std::array<std::string, 3>& extents)
    {
        size_t count = 3;
        while (count > 0 && extents[count - 1].empty())
            --count;
        if (count <= 1)
            return extents[0];
        std::string text = "(";
        for (size_t i = 0; i < count; ++i)
            text += (i > 0 ? ", " : "") + (extents[i].empty() ? "1" : extents[i]);
        return text + ")";
    }
};

bool isKernel(const FunctionFacts& facts)
{
    if (facts.convention == CallingConv::DeviceKernelLaunch)
        return true;
    // Between the split and the launch lowering; an attribute identifies a kernel for a CPU device.
    return !facts.body->launches.empty() && (facts.isDevice() || facts.isMadeBySplit);
}

CallNodeKind kindOf(const FunctionFacts& facts)
{
    if (!facts.function)
        return CallNodeKind::Opaque;
    if (isKernel(facts))
        return CallNodeKind::Kernel;
    return facts.isDevice() ? CallNodeKind::DeviceHelper : CallNodeKind::HostFunction;
}

class GraphBuilder {
public:
    explicit GraphBuilder(const ModuleFacts& facts) : m_facts(facts) {}

    CallGraph build()
    {
        for (const FunctionFacts& function : m_facts.functions)
            addFunction(function);
        for (size_t i = 0; i < m_facts.functions.size(); ++i) {
            const FunctionFacts& function = m_facts.functions[i];
            const bool hasRegions = m_graph.nodes[m_functionNodes[i]].kind == CallNodeKind::HostFunction;
            for (const CallFacts& call : function.body->calls)
                addCall(m_functionNodes[i] + (hasRegions ? size_t(call.launch + 1) : 0), call,
                        function.at(call.place));
        }
        return std::move(m_graph);
    }

private:
    void addFunction(const FunctionFacts& function)
    {
        const std::string name(function.name());
        const std::string target(function.target ? function.target->kindName : "");
        const size_t index = m_graph.nodes.size();
        m_functionNodes.push_back(index);
        m_graph.nodes.push_back(
            {kindOf(function), name, name, target, function.place, function.entry->function});
        if (m_graph.nodes.back().kind != CallNodeKind::HostFunction)
            return;
        for (size_t i = 0; i < function.body->launches.size(); ++i) {
            const LaunchFacts& launch = function.body->launches[i];
            const std::string number = std::to_string(i + 1);
            m_graph.edges.push_back({.from = index,
                                     .to = m_graph.nodes.size(),
                                     .kind = CallEdgeKind::Region,
                                     .place = function.at(launch.place)});
            setShape(m_graph.edges.back(), shapeOf(function, int(i)));
            m_graph.nodes.push_back(
                {CallNodeKind::DeviceRegion, name + "/region " + number, "launch " + number,
                 launch.regionTarget ? std::string(launch.regionTarget->kindName) : target,
                 function.at(launch.place), launch.statement});
        }
    }

    static LaunchShape shapeOf(const FunctionFacts& function, int launch)
    {
        LaunchShape shape;
        for (const LaunchAxis& axis : function.body->launches[size_t(launch)].axes)
            shape.set(axis.tag, shortText(*axis.extent));
        if (const std::optional<ByteSize> dynamic = function.sharedBytes(launch, true))
            shape.dynamicBytes = dynamic->text();
        return shape;
    }

    static void setShape(CallEdge& edge, const LaunchShape& shape)
    {
        edge.grid = LaunchShape::text(shape.grid);
        edge.block = LaunchShape::text(shape.block);
        edge.dynamicBytes = shape.dynamicBytes;
    }

    void addCall(size_t from, const CallFacts& facts, Place place)
    {
        const Call& call = *facts.call;
        const std::string name(call.function ? call.function->name : calleeText(call));
        if (name.empty())
            return;
        const FunctionFacts* callee = call.function ? m_facts.find(name) : m_facts.findSymbol(name);
        const CallEdgeKind kind = edgeKind(call, callee);
        const size_t to = callee ? m_functionNodes[size_t(callee - m_facts.functions.data())]
                                 : externalNode(kind == CallEdgeKind::Extern ? "extern " : "packed ", name);
        m_graph.edges.push_back({.from = from, .to = to, .kind = kind, .place = place});
        if (kind == CallEdgeKind::Launch)
            setShape(m_graph.edges.back(), launchShape(call, *callee->function));
    }

    static CallEdgeKind edgeKind(const Call& call, const FunctionFacts* callee)
    {
        if (call.function)
            return CallEdgeKind::Call;
        if (isExternCall(call))
            return CallEdgeKind::Extern;
        if (isCPackedCall(call))
            return CallEdgeKind::CPacked;
        const bool isLaunch =
            callee && callee->function && callee->convention == CallingConv::DeviceKernelLaunch;
        return isLaunch ? CallEdgeKind::Launch : CallEdgeKind::Packed;
    }

    /// A launch passes the name, the parameters, and one value per entry of the callee's list.
    static LaunchShape launchShape(const Call& call, const PrimFunc& callee)
    {
        LaunchShape shape;
        const AttrValue* tags = find(callee.attrs, attr::KernelLaunchParams);
        const size_t first = 1 + callee.params.size();
        const bool hasArguments = call.isOp(OpId::tvm_call_packed); // later they are on a stack
        for (size_t i = 0; hasArguments && tags && i < tags->items().size() && first + i < call.args.size();
             ++i)
            shape.set(tags->items()[i].text(), shortText(*call.args[first + i]));
        return shape;
    }

    size_t externalNode(const std::string& prefix, const std::string& name)
    {
        const auto [entry, isNew] = m_externals.try_emplace(prefix + name, m_graph.nodes.size());
        if (isNew)
            m_graph.nodes.push_back(
                {.kind = CallNodeKind::External, .id = prefix + name, .label = name, .target = ""});
        return entry->second;
    }

    const ModuleFacts& m_facts;
    CallGraph m_graph;
    std::vector<size_t> m_functionNodes; ///< by position in the module
    std::unordered_map<std::string, size_t> m_externals;
};

} // namespace

std::string_view toString(CallNodeKind kind)
{
    switch (kind) {
    case CallNodeKind::HostFunction:
        return "host function";
    case CallNodeKind::DeviceRegion:
        return "device region";
    case CallNodeKind::Kernel:
        return "kernel";
    case CallNodeKind::DeviceHelper:
        return "device helper";
    case CallNodeKind::External:
        return "external";
    case CallNodeKind::Opaque:
        return "opaque";
    }
    return "";
}

std::string_view toString(CallEdgeKind kind)
{
    switch (kind) {
    case CallEdgeKind::Call:
        return "call";
    case CallEdgeKind::Region:
        return "region";
    case CallEdgeKind::Launch:
        return "launch";
    case CallEdgeKind::Extern:
        return "extern";
    case CallEdgeKind::Packed:
        return "packed";
    case CallEdgeKind::CPacked:
        return "cpacked";
    }
    return "";
}

CallGraph callGraph(const Module& module)
{
    const ModuleFacts facts = collectFacts(module);
    return GraphBuilder(facts).build();
}

CallGraph neighborhood(const CallGraph& graph, std::string_view id, int depth)
{
    const auto center = std::ranges::find(graph.nodes, id, &CallNode::id);
    if (center == graph.nodes.end())
        return {};
    std::vector<std::vector<size_t>> neighbors(graph.nodes.size());
    for (const CallEdge& edge : graph.edges) {
        neighbors[edge.from].push_back(edge.to);
        neighbors[edge.to].push_back(edge.from);
    }
    std::vector<bool> isNear(graph.nodes.size(), false);
    std::vector<size_t> reached{size_t(center - graph.nodes.begin())};
    isNear[reached.front()] = true;
    for (int calls = 0; calls < depth; ++calls) {
        std::vector<size_t> next;
        for (const size_t node : reached)
            for (const size_t neighbor : neighbors[node])
                if (!isNear[neighbor]) {
                    isNear[neighbor] = true;
                    next.push_back(neighbor);
                }
        reached = std::move(next);
    }
    CallGraph part;
    std::vector<size_t> indices(graph.nodes.size());
    for (size_t node = 0; node < graph.nodes.size(); ++node)
        if (isNear[node]) {
            indices[node] = part.nodes.size();
            part.nodes.push_back(graph.nodes[node]);
        }
    for (CallEdge edge : graph.edges)
        if (isNear[edge.from] && isNear[edge.to]) {
            edge.from = indices[edge.from];
            edge.to = indices[edge.to];
            part.edges.push_back(std::move(edge));
        }
    return part;
}

} // namespace tir
