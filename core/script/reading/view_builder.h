/// Buffers derived from a buffer: `A.view(8, 8)`, `A.view("float16")`, `A.local()`, `A.permute(1, 0)`,
/// `A.partition(num_tiles=(4, 2))`, and slices. Each is a DeclBuffer on the same data.

#pragma once

#include "core/script/common/buffer_views.h"
#include "core/script/reading/reader_part.h"

namespace tir::script {

class CallSite;
class Conversions;
class EarlyUses;
class StatementSink;

class ViewBuilder : public ReaderPart {
public:
    ViewBuilder(ReadContext& context, StatementSink& sink, Conversions& values, EarlyUses& early)
        : ReaderPart(context),
          m_sink(sink),
          m_values(values),
          m_early(early)
    {}

    /// `A.view(...)`, and the slice `E = D[32:96]` that a DeclBuffer is printed as.
    const Buffer* viewOf(const Buffer* parent, CallSite& site);
    const Buffer* sliceOf(const Buffer* parent, const BufferRegion& region, std::string_view name);

private:
    bool extentsOf(CallSite& site, std::vector<const Expr*>& extents);
    std::optional<BufferView> reshapedOrRetyped(const Buffer& parent, CallSite& site);
    std::optional<BufferView> permuted(const Buffer& parent, CallSite& site);
    std::optional<BufferView> partitioned(const Buffer& parent, CallSite& site);
    std::optional<BufferView> local(const Buffer& parent, CallSite& site);

    StatementSink& m_sink;
    Conversions& m_values;
    EarlyUses& m_early;
};

} // namespace tir::script
