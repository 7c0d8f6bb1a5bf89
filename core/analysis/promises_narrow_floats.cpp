#include "core/analysis/promises_narrow_floats.h"

#include "core/ir/places.h"

namespace tir {
namespace {

class NarrowFinder : public Walker {
public:
    NarrowFinder(NarrowFloat family, bool looksForStorage, Diagnostics& found)
        : m_family(family),
          m_looksForStorage(looksForStorage),
          m_found(found)
    {}

private:
    void enter(const Node& node, Role, Place place) override
    {
        if (const auto* function = as<PrimFunc>(&node))
            m_isExempt = hasArithmetic(targetOf(*function), m_family);
        if (m_isExempt)
            return;
        if (m_looksForStorage)
            checkStorage(node, place);
        else if (const auto* binary = as<Binary>(&node); binary && isNarrow(m_family, binary->a->dtype))
            m_found.push_back(
                {.code = "narrow-arithmetic-left",
                 .message = "arithmetic in " + std::string(toString(m_family)) + ", which the target lacks",
                 .place = place});
    }

    void checkStorage(const Node& node, Place place)
    {
        const auto* buffer = as<Buffer>(&node);
        if (buffer && isNarrow(m_family, buffer->dtype))
            m_found.push_back({.code = "narrow-storage-left",
                               .message = "buffer '" + std::string(buffer->name) + "' is still of " +
                                          std::string(toString(m_family)) + ", not of integers",
                               .place = place});
    }

    NarrowFloat m_family;
    bool m_looksForStorage;
    bool m_isExempt = false;
    Diagnostics& m_found;
};

} // namespace

void checkNoArithmetic(const Module& module, NarrowFloat family, Diagnostics& found)
{
    NarrowFinder(family, false, found).walk(module);
}

void checkNoStorage(const Module& module, NarrowFloat family, Diagnostics& found)
{
    NarrowFinder(family, true, found).walk(module);
}

} // namespace tir
