/// A loop whose iterations overlap: its components, each of which runs in a stage.

#pragma once

#include "core/arith/block_regions.h"
#include "core/ir/stmt.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tir::passes {

/// Creates opaque blocks, with the regions of the visible buffers that they access.
class BlockMaker {
public:
    BlockMaker(Arena& arena, arith::AnalyzerOptions arithmetic, arith::BuffersByData visible)
        : m_arena(arena),
          m_plain(arena, arithmetic),
          m_visible(std::move(visible))
    {}

    void addVisible(const Buffer* buffer) { m_visible[buffer->data] = buffer; }
    /// The block of a realize without predicate is taken as it is.
    const SBlock* blockOf(const Stmt* stmt);
    const SBlockRealize* realize(const SBlock* block, const Expr* predicate);

    Arena& arena() const { return m_arena; }
    const arith::AnalyzerOptions& arithmetic() const { return m_plain.options(); }

private:
    Arena& m_arena;
    arith::Analyzer m_plain;
    arith::BuffersByData m_visible;
};

struct PipelineComponent {
    const SBlock* block;
    int64_t stage; ///< iterations by which it is later than the loop
    int64_t order; ///< its position in the new body
    bool isAsync;
};

struct Pipeline {
    const For* loop;
    Dict annotations;                          ///< of the loop, those of the pipeline left out
    std::vector<const Buffer*> buffers;        ///< allocated in each iteration
    std::vector<PipelineComponent> components; ///< in program order

    int64_t lastStage() const;
    std::vector<const PipelineComponent*> inNewOrder() const;
};

/// Null if the buffer is not among them.
const BufferRegion* regionOf(std::span<const BufferRegion* const> regions, const Buffer* buffer);

/// TVM's error category and our message.
struct PipelineFault {
    std::string kind;
    std::string message;
};

/// Whether the annotations of the loop request a pipeline; a fault if they are incomplete.
std::variant<bool, PipelineFault> isPipeline(const For& loop);

/// The buffers of the pipeline's block, and of the blocks whose statements become components.
std::vector<const Buffer*> pipelineBuffers(const For& loop);

/// `blocks` sees the buffers of the pipeline.
std::variant<Pipeline, PipelineFault> readPipeline(const For& loop, BlockMaker& blocks);

} // namespace tir::passes
