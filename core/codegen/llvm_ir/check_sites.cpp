#include "core/codegen/llvm_ir/check_sites.h"

#include "core/analysis/text.h"
#include "core/arith/index_range.h"
#include "core/codegen/llvm_ir/scan.h"
#include "core/codegen/llvm_ir/settled_buffers.h"
#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/ir/storage_scope.h"

#include <algorithm>
#include <numeric>

namespace tir::llvm_ir {
namespace {

/// The widest access with a natural alignment; wider ones are split.
constexpr int64_t MaxAccessBytes = 16;

int64_t alignmentOf(int64_t bytes)
{
    int64_t alignment = 1;
    while (alignment < MaxAccessBytes && bytes % (alignment * 2) == 0)
        alignment *= 2;
    return alignment;
}

/// Whether a GPU reads the vector at once: generators read it lane by lane unless it provably starts at a multiple of
/// its width. They do not look at the place of a vector that is stored.
bool isReadWhole(const BufferLoad& load)
{
    const Buffer& buffer = *load.buffer;
    const auto* ramp = load.indices.empty() ? nullptr : as<Ramp>(load.indices.back());
    if (!ramp || load.dtype.lanes == buffer.dtype.lanes)
        return true;
    // Only the remainders matter, and their products do not overflow.
    const int lanes = load.dtype.lanes;
    const auto rest = [lanes](const Expr* expr) { return knownMultiple(*expr) % lanes; };
    int64_t multiple = std::gcd(rest(ramp->base), rest(buffer.elemOffset));
    int64_t stride = 1;
    for (size_t axis = load.indices.size() - 1; axis-- > 0;) {
        stride = stride * rest(buffer.shape[axis + 1]) % lanes;
        const int64_t step = buffer.strides.empty() ? stride : rest(buffer.strides[axis]);
        multiple = std::gcd(multiple, rest(load.indices[axis]) * step);
    }
    return multiple % lanes == 0;
}

/// Integers are packed into 32-bit words, as in CUDA C; two 4-bit floats share a byte.
int64_t unitElements(DType dtype)
{
    constexpr int WordBits = 32;
    if (dtype.isFloat4())
        return 2;
    return dtype.isIntegral() && !dtype.isBool() && dtype.bits < 8 ? WordBits / dtype.bits : 1;
}

bool isOfThread(const Buffer& buffer)
{
    return buffer.scope().rank == StorageRank::Local;
}

bool has(const Expr& expr, const Node& wanted)
{
    return contains(expr, [&](const Node& node) { return &node == &wanted; });
}

/// Whether the value is only stored in the thread's own memory.
bool isCarried(const Node& taken, const Stmt* statement)
{
    const auto* store = statement ? as<BufferStore>(statement) : nullptr;
    return store && isOfThread(*store->buffer) && has(*store->value, taken);
}

/// Whether the value is only published to other lanes by a shuffle.
bool isOffered(const Node& taken, const Stmt* statement)
{
    const auto* store = statement ? as<BufferStore>(statement) : nullptr;
    const auto* evaluation = statement ? as<Evaluate>(statement) : nullptr;
    const auto* binding = statement ? as<Bind>(statement) : nullptr;
    const Expr* value = store        ? store->value
                        : evaluation ? evaluation->value
                        : binding    ? binding->value
                                     : nullptr;
    return value && contains(*value, [&](const Node& node) {
               const auto* call = as<Call>(&node);
               const auto shuffle = call ? warpShuffle(*call) : std::nullopt;
               return shuffle && has(*shuffle->value, taken);
           });
}

} // namespace

CheckSites::CheckSites(const PlaceTable& places) : m_places(places), m_sites(2)
{
    m_firstPlaces.reserve(places.size());
    for (Place place = 0; place < places.size(); ++place)
        if (const Node& node = *places[place].node; m_firstPlaces.try_emplace(&node, place).second) {
            noteBuffers(node);
            const auto* call = as<Call>(&node);
            m_hasShuffles = m_hasShuffles || (call && warpShuffle(*call));
        }
}

void CheckSites::noteBuffers(const Node& node)
{
    if (const auto* alloc = as<AllocBuffer>(&node)) {
        m_buffers[alloc->buffer->data] = alloc->buffer;
    } else if (const auto* block = as<SBlock>(&node)) {
        for (const Buffer* buffer : block->allocBuffers)
            m_buffers[buffer->data] = buffer;
        for (const MatchBufferRegion* match : block->matchBuffers)
            m_buffers.try_emplace(match->buffer->data, match->buffer);
    } else if (const auto* function = as<PrimFunc>(&node)) {
        for (const BufferBinding& binding : function->bufferMap)
            m_buffers.try_emplace(binding.buffer->data, binding.buffer);
        m_settled.merge(settledBuffers(*function->body));
    } else if (const auto* declaration = as<DeclBuffer>(&node)) {
        m_buffers.try_emplace(declaration->buffer->data, declaration->buffer);
    } else if (const auto* load = as<BufferLoad>(&node)) {
        m_buffers.try_emplace(load->buffer->data, load->buffer);
    } else if (const auto* store = as<BufferStore>(&node)) {
        m_buffers.try_emplace(store->buffer->data, store->buffer);
    }
}

const Buffer* CheckSites::bufferOf(const Var& data) const
{
    const auto found = m_buffers.find(&data);
    return found == m_buffers.end() ? nullptr : found->second;
}

Place CheckSites::placeOf(const Node& node) const
{
    const auto found = m_firstPlaces.find(&node);
    return found == m_firstPlaces.end() ? NoPlace : found->second;
}

CheckSite CheckSites::siteAt(SiteKind kind, const Node& node, const Stmt* statement) const
{
    CheckSite site;
    site.kind = kind;
    site.isReducing = m_isReducing;
    const auto around = statement ? m_firstPlaces.find(statement) : m_firstPlaces.end();
    if (around != m_firstPlaces.end()) {
        site.statement = around->second;
        const Place end = m_places[site.statement].end;
        for (Place place = site.statement; place < end && site.place == NoPlace; ++place)
            if (m_places[place].node == &node)
                site.place = place;
    }
    if (site.place == NoPlace) {
        const Place first = placeOf(node);
        site.place = first == NoPlace ? site.statement : first;
    }
    return site;
}

uint32_t CheckSites::add(CheckSite site)
{
    m_sites.push_back(std::move(site));
    return uint32_t(m_sites.size() - 1);
}

uint32_t CheckSites::access(SiteKind kind, const Node& node, const Stmt* statement, const Buffer& buffer,
                            ElementLayout layout, DType accessed)
{
    CheckSite site = siteAt(kind, node, statement);
    describe(site, buffer);
    site.layout = std::move(layout);
    site.bytes = std::max(accessed.vectorBytes(), 1);
    const auto* load = as<BufferLoad>(&node);
    site.alignment =
        alignmentOf(load && !isReadWhole(*load) ? std::max(buffer.dtype.vectorBytes(), 1) : site.bytes);
    site.unitElements = unitElements(buffer.dtype);
    site.logical = m_logical.try_emplace(&buffer, uint32_t(m_logical.size() + 1)).first->second;
    site.isPooled = m_pools.contains(buffer.data);
    if (kind == SiteKind::Read && isOfThread(buffer)) {
        site.isOffered = m_hasShuffles && isOffered(node, statement);
        site.isCarried = !site.isOffered && isCarried(node, statement);
    }
    return add(std::move(site));
}

uint32_t CheckSites::receive(const Call& shuffle, const Stmt* statement)
{
    CheckSite site = siteAt(SiteKind::Receive, shuffle, statement);
    if (const auto* load = as<BufferLoad>(warpShuffle(shuffle)->value))
        describe(site, *load->buffer);
    site.isOffered = isOffered(shuffle, statement);
    site.isCarried = !site.isOffered && isCarried(shuffle, statement);
    return add(std::move(site));
}

/// A pointer into merged memory does not determine which of its buffers is accessed: such a site has no logical buffer.
uint32_t CheckSites::pointerAccess(SiteKind kind, const Node& node, const Stmt* statement,
                                   const Pointed& pointed)
{
    CheckSite site = siteAt(kind, node, statement);
    site.bytes = pointed.bytes;
    site.alignment = pointed.alignment;
    if (pointed.buffer)
        describe(site, *pointed.buffer);
    return add(std::move(site));
}

uint32_t CheckSites::copy(const Node& node, const Stmt* statement, const Pointed& pointed)
{
    const uint32_t start = pointerAccess(SiteKind::Copy, node, statement, pointed);
    pointerAccess(SiteKind::Write, node, statement, pointed);
    return start;
}

void CheckSites::describe(CheckSite& site, const Buffer& buffer) const
{
    site.buffer = buffer.name;
    site.memory = buffer.data->name;
    site.scope = buffer.scopeText().empty() ? "global" : buffer.scopeText();
    for (const Expr* extent : buffer.shape) {
        const auto* constant = as<IntImm>(extent);
        site.shape.push_back(constant ? constant->value : -1);
    }
    site.elementBytes = std::max(buffer.dtype.vectorBytes(), 1);
}

uint32_t CheckSites::binding(const IterVar& axis, const SBlockRealize& realize)
{
    CheckSite site = siteAt(SiteKind::Binding, realize, &realize);
    site.buffer = axis.var->name;
    Arena arena;
    site.scope = "[" + shortText(*axis.dom->min) + ", " +
                 shortText(*tir::binary(arena, BinaryOp::Add, axis.dom->min, axis.dom->extent)) + ")";
    return add(std::move(site));
}

uint32_t CheckSites::at(SiteKind kind, const Node& node, const Stmt* statement)
{
    return add(siteAt(kind, node, statement));
}

} // namespace tir::llvm_ir
