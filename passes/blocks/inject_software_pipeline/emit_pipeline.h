/// The new form of a pipeline: prologue, body and epilogue.

#pragma once

#include "passes/blocks/inject_software_pipeline/versions.h"

namespace tir::passes {

struct EmittedPipeline {
    const SBlockRealize* realize;
    const SBlock* ambiguousReader; ///< waits for several asynchronous stages, which is an error; else null
};

/// `outside` does not see the buffers of the pipeline, `blocks` does.
EmittedPipeline emitPipeline(BlockMaker& outside, BlockMaker& blocks, const Pipeline& pipeline,
                             const std::vector<VersionedBuffer>& versions, const FragmentShapes& fragments);

} // namespace tir::passes
