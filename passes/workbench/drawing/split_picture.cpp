#include "passes/workbench/drawing/split_picture.h"

#include "core/analysis/text.h"
#include "core/ir/module.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace tir {
namespace {

/// The step notes one table of reasons per kernel, in the order in which it adds them.
std::vector<const NoteTable*> tablesOfReasons(std::span<const PassNote> notes)
{
    static const std::vector<std::string> Columns = {"parameter", "type", "why", "first use"};
    std::vector<const NoteTable*> tables;
    for (const PassNote& note : notes)
        if (note.table && note.table->columns == Columns)
            tables.push_back(note.table.get());
    return tables;
}

std::string shapeText(const CallEdge& edge)
{
    std::string text;
    if (!edge.grid.empty() || !edge.block.empty())
        text = (edge.grid.empty() ? "1" : edge.grid) + " × " + (edge.block.empty() ? "1" : edge.block);
    if (!edge.dynamicBytes.empty())
        text += (text.empty() ? "" : ", ") + groupedDigits(edge.dynamicBytes) + " bytes";
    return text;
}

std::vector<ModuleEntry> newFunctions(const Module& before, const Module& after)
{
    std::unordered_set<std::string_view> known;
    for (const ModuleEntry& entry : before.functions)
        known.insert(entry.var->name);
    std::vector<ModuleEntry> found;
    for (const ModuleEntry& entry : after.functions)
        if (!known.contains(entry.var->name))
            found.push_back(entry);
    return found;
}

class Finder {
public:
    Finder(const Module& before, const Module& after, std::span<const PassNote> notes)
        : m_before(callGraph(before)),
          m_after(callGraph(after)),
          m_places(after),
          m_tables(tablesOfReasons(notes))
    {
        for (const ModuleEntry& entry : newFunctions(before, after))
            m_numbers.emplace(entry.function, m_numbers.size());
    }

    std::vector<SplitKernel> find()
    {
        std::vector<SplitKernel> kernels;
        std::map<size_t, size_t> launches; // seen so far, by host function
        for (const CallEdge& edge : m_after.edges) {
            const CallNode& kernel = m_after.nodes[edge.to];
            const auto* function = as<PrimFunc>(kernel.node);
            if (kernel.kind != CallNodeKind::Kernel || !function || !m_numbers.contains(kernel.node))
                continue;
            const CallNode& host = m_after.nodes[edge.from];
            SplitKernel& found = kernels.emplace_back();
            found.host = host.label;
            found.name = kernel.label;
            found.shape = shapeText(edge);
            if (found.shape.empty())
                found.shape = shapeBefore(host.id, launches[edge.from]);
            ++launches[edge.from];
            found.values = values(*function, edge.place, as<PrimFunc>(host.node));
        }
        return kernels;
    }

private:
    /// Of a region that a function had. The function launches its kernels in the order of its regions.
    std::string shapeBefore(const std::string& host, size_t number) const
    {
        for (const CallEdge& edge : m_before.edges)
            if (edge.kind == CallEdgeKind::Region && m_before.nodes[edge.from].id == host && number-- == 0)
                return shapeText(edge);
        return {};
    }

    /// The pointer of a buffer that the host takes is printed as the program prints it.
    static std::string argumentText(const Expr& argument, const PrimFunc* host)
    {
        if (host)
            for (const BufferBinding& binding : host->bufferMap)
                if (binding.buffer->data == &argument)
                    return std::string(binding.buffer->name) + ".data";
        return shortText(argument);
    }

    std::vector<CapturedValue> values(const PrimFunc& kernel, Place place, const PrimFunc* host) const
    {
        const auto* call = place == NoPlace ? nullptr : as<Call>(m_places[place].node);
        // A call of another function passes just the arguments; a packed one names the kernel first.
        const size_t first = call && !call->function ? 1 : 0;
        const size_t number = m_numbers.at(&kernel);
        const NoteTable* table = number < m_tables.size() ? m_tables[number] : nullptr;
        if (table && table->rows.size() != kernel.params.size())
            table = nullptr;
        std::vector<CapturedValue> values;
        for (size_t i = 0; i < kernel.params.size(); ++i) {
            const Var& param = *kernel.params[i];
            CapturedValue& value = values.emplace_back();
            if (call && first + i < call->args.size())
                value.argument = argumentText(*call->args[first + i], host);
            value.parameter = param.name;
            value.type = typeText(param.type);
            if (table && table->rows[i][0] == param.name)
                value.reason = table->rows[i][2];
        }
        return values;
    }

    CallGraph m_before;
    CallGraph m_after;
    PlaceTable m_places;
    std::vector<const NoteTable*> m_tables;
    std::map<const Node*, size_t> m_numbers; ///< of functions that are new
};

} // namespace

bool addsFunctions(const Module& before, const Module& after)
{
    return !newFunctions(before, after).empty();
}

std::vector<SplitKernel> splitKernels(const Module& before, const Module& after,
                                      std::span<const PassNote> notes)
{
    return Finder(before, after, notes).find();
}

} // namespace tir
