#include "passes/blocks/inject_software_pipeline/pipeline.h"

#include "core/support/list_text.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::passes {
namespace {

constexpr std::string_view StageKey = "software_pipeline_stage";
constexpr std::string_view OrderKey = "software_pipeline_order";
/// Buffers get a version per stage: more take no memory that there is.
constexpr int64_t LastStage = 1 << 16;
constexpr std::string_view AsyncKey = "software_pipeline_async_stages";

/// The numbers of a list; nothing for another value.
std::optional<std::vector<int64_t>> numbersOf(const AttrValue& list)
{
    std::vector<int64_t> numbers;
    for (const AttrValue& item : list.items()) {
        int64_t number = 0;
        if (!item.toInt(number))
            return std::nullopt;
        numbers.push_back(number);
    }
    return list.kind() == AttrValue::Kind::List ? std::optional(numbers) : std::nullopt;
}

std::string textOf(const std::vector<int64_t>& numbers)
{
    return "[" + listText(numbers) + "]";
}

/// The block whose statements are the body of the pipeline; null if the loop has them itself.
const SBlock* blockOfLoop(const For& loop)
{
    const auto* realize = as<SBlockRealize>(loop.body);
    return realize ? realize->block : nullptr;
}

/// The block whose statements become separate components; null for a component.
const SBlock* splicedBlock(const Stmt* stmt)
{
    const auto* realize = as<SBlockRealize>(stmt);
    return realize && isTrue(realize->predicate) && as<SeqStmt>(realize->block->body) ? realize->block
                                                                                      : nullptr;
}

const SeqStmt* bodyOf(const For& loop)
{
    const SBlock* block = blockOfLoop(loop);
    return as<SeqStmt>(block ? block->body : loop.body);
}

class PipelineReader {
public:
    explicit PipelineReader(const For& loop) : m_loop(loop) {}

    std::variant<Pipeline, PipelineFault> read(BlockMaker& blocks)
    {
        const SeqStmt* body = bodyOf(m_loop);
        if (!body)
            return fault("ValueError", "its body must be a sequence of statements");
        Pipeline pipeline{&m_loop, m_loop.annotations, pipelineBuffers(m_loop), {}};
        for (const std::string_view key : {StageKey, OrderKey, AsyncKey})
            pipeline.annotations = withoutEntry(blocks.arena(), pipeline.annotations, key);
        std::vector<const SBlock*> members;
        for (const Stmt* stmt : body->seq) {
            const SBlock* spliced = splicedBlock(stmt);
            for (const Stmt* member : spliced ? to<SeqStmt>(*spliced->body).seq : std::span(&stmt, 1))
                members.push_back(blocks.blockOf(member));
        }

        const auto stages = numbersOf(*find(m_loop.annotations, StageKey));
        const auto orders = numbersOf(*find(m_loop.annotations, OrderKey));
        const AttrValue* asyncList = find(m_loop.annotations, AsyncKey);
        const auto async = asyncList ? numbersOf(*asyncList) : std::vector<int64_t>();
        if (!stages || !orders || !async)
            return fault("InternalError", "stages and orders must be lists of numbers");
        for (const auto& [name, list] : {std::pair("stages", stages), std::pair("orders", orders)})
            if (list->size() != members.size())
                return fault("InternalError", "its body has " + std::to_string(members.size()) +
                                                  " components, but the " + name + " are " + textOf(*list));
        for (const int64_t stage : *stages)
            if (stage < -LastStage || stage > LastStage)
                return fault("ValueError", "stage " + std::to_string(stage) + " is more than " +
                                               std::to_string(LastStage) + " iterations away");
        for (size_t i = 0; i < members.size(); ++i) {
            const bool isAsync = std::ranges::find(*async, (*stages)[i]) != async->end();
            pipeline.components.push_back({members[i], (*stages)[i], (*orders)[i], isAsync});
        }
        if (auto wrong = wrongOrder(pipeline))
            return *wrong;
        if (auto wrong = wrongDependence(pipeline))
            return *wrong;
        return pipeline;
    }

private:
    std::optional<PipelineFault> wrongOrder(const Pipeline& pipeline) const
    {
        std::vector<int64_t> orders;
        for (const PipelineComponent& component : pipeline.components)
            orders.push_back(component.order);
        const std::string text = textOf(orders);
        std::ranges::sort(orders);
        if (std::ranges::adjacent_find(orders) != orders.end())
            return fault("ValueError", "two components have the same order: " + text);
        if (!orders.empty() && (orders.front() != 0 || orders.back() != int64_t(orders.size()) - 1))
            return fault("InternalError", "the orders must count the components from 0: " + text);
        return std::nullopt;
    }

    /// An element must be written before it is read.
    std::optional<PipelineFault> wrongDependence(const Pipeline& pipeline) const
    {
        for (size_t i = 0; i < pipeline.components.size(); ++i)
            for (size_t j = i + 1; j < pipeline.components.size(); ++j) {
                const PipelineComponent& producer = pipeline.components[i];
                const PipelineComponent& consumer = pipeline.components[j];
                const Buffer* passed = passedOn(*producer.block, *consumer.block);
                const bool isBefore = producer.stage < consumer.stage ||
                                      (producer.stage == consumer.stage && producer.order < consumer.order);
                if (passed && !isBefore)
                    return fault("ValueError", "component " + std::to_string(j) + " uses what component " +
                                                   std::to_string(i) + " writes to " + quoted(passed->name) +
                                                   ", but runs before it");
            }
        return std::nullopt;
    }

    static const Buffer* passedOn(const SBlock& producer, const SBlock& consumer)
    {
        for (const BufferRegion* read : consumer.reads)
            for (const BufferRegion* write : producer.writes)
                if (read->buffer->data == write->buffer->data)
                    return read->buffer;
        return nullptr;
    }

    PipelineFault fault(std::string kind, const std::string& what) const
    {
        return {std::move(kind),
                "the software pipeline of loop " + quoted(m_loop.loopVar->name) + " is wrong: " + what};
    }

    const For& m_loop;
};

} // namespace

const SBlock* BlockMaker::blockOf(const Stmt* stmt)
{
    const auto* realize = as<SBlockRealize>(stmt);
    if (realize && isTrue(realize->predicate))
        return realize->block;
    auto* block = m_arena.make<SBlock>("", stmt);
    const arith::BlockRegions regions = arith::blockRegions(m_plain, *block, m_visible);
    block->reads = m_arena.copy(regions.reads);
    block->writes = m_arena.copy(regions.writes);
    block->origin = stmt;
    return block;
}

const SBlockRealize* BlockMaker::realize(const SBlock* block, const Expr* predicate)
{
    auto* realize = m_arena.make<SBlockRealize>(ExprList(), predicate, block);
    realize->origin = block;
    return realize;
}

int64_t Pipeline::lastStage() const
{
    int64_t last = 0;
    for (const PipelineComponent& component : components)
        last = std::max(last, component.stage);
    return last;
}

std::vector<const PipelineComponent*> Pipeline::inNewOrder() const
{
    std::vector<const PipelineComponent*> ordered(components.size());
    for (const PipelineComponent& component : components)
        ordered[size_t(component.order)] = &component;
    return ordered;
}

std::variant<bool, PipelineFault> isPipeline(const For& loop)
{
    const bool hasStages = find(loop.annotations, StageKey) != nullptr;
    const bool hasOrders = find(loop.annotations, OrderKey) != nullptr;
    if (hasStages == hasOrders)
        return hasStages;
    return PipelineFault{"ValueError",
                         "the software pipeline of loop " + quoted(loop.loopVar->name) +
                             (hasStages ? " has stages but no orders" : " has orders but no stages")};
}

std::vector<const Buffer*> pipelineBuffers(const For& loop)
{
    std::vector<const Buffer*> buffers;
    const auto addAll = [&](const SBlock* block) {
        if (block)
            buffers.insert(buffers.end(), block->allocBuffers.begin(), block->allocBuffers.end());
    };
    addAll(blockOfLoop(loop));
    if (const SeqStmt* body = bodyOf(loop))
        for (const Stmt* stmt : body->seq)
            addAll(splicedBlock(stmt));
    return buffers;
}

std::variant<Pipeline, PipelineFault> readPipeline(const For& loop, BlockMaker& blocks)
{
    return PipelineReader(loop).read(blocks);
}

const BufferRegion* regionOf(std::span<const BufferRegion* const> regions, const Buffer* buffer)
{
    const auto found = std::ranges::find(regions, buffer, &BufferRegion::buffer);
    return found == regions.end() ? nullptr : *found;
}

} // namespace tir::passes
