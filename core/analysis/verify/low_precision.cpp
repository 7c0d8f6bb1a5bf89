/// The properties about floating types that a target can store but not compute with: in functions whose target
/// lacks the arithmetic of a family there is no operation on it, or no buffer of it.

#include "core/analysis/verify/property_rules.h"
#include "core/support/text_format.h"

#include "core/ir/places.h"
#include "core/ir/target.h"

namespace tir {
namespace {

class NarrowFinder : public Walker {
public:
    NarrowFinder(LowPrecision family, bool looksForStorage, Diagnostics& found)
        : m_family(family),
          m_looksForStorage(looksForStorage),
          m_found(found)
    {}

    /// Walks only functions in which there is something to report.
    void check(const ModuleFacts& facts)
    {
        const bool isBFloat16 = m_family == LowPrecision::BFloat16;
        const BodyFeature feature =
            m_looksForStorage ? (isBFloat16 ? BodyFeature::BFloat16Buffer : BodyFeature::Float8Buffer)
                              : (isBFloat16 ? BodyFeature::BFloat16Values : BodyFeature::Float8Values);
        for (const FunctionFacts& function : facts.functions) {
            if (!function.body->has(feature))
                continue;
            m_knowsDevice = hasArithmetic(function.target, m_family);
            const bool isHostAsked = !m_looksForStorage && function.isHost();
            if (!m_knowsDevice || isHostAsked)
                walk(*function.entry->function, Role::Part, function.place);
        }
    }

private:
    void enter(const Node& node, Role role, Place place) override
    {
        m_launchDepth += opensLaunch(role);
        if (m_looksForStorage)
            checkStorage(node, place);
        else
            checkArithmetic(node, place);
    }

    void leave(const Node&, Role role, Place) override { m_launchDepth -= opensLaunch(role); }

    /// The node that is entered or left is the body of a launch.
    bool opensLaunch(Role role) const { return role == Role::Scope && parent() && bindsThreads(*parent()); }

    void checkArithmetic(const Node& node, Place place)
    {
        const auto* binary = as<Binary>(&node);
        if (binary && isLowPrecision(m_family, binary->a->dtype) && !(m_knowsDevice && m_launchDepth > 0))
            m_found.push_back(
                {.code = "narrow-arithmetic-left",
                 .message = "arithmetic in " + std::string(toString(m_family)) + ", which the " +
                            (m_knowsDevice ? "host lacks, though its device has it" : "target lacks"),
                 .place = place});
    }

    void checkStorage(const Node& node, Place place)
    {
        const auto* buffer = as<Buffer>(&node);
        if (buffer && isLowPrecision(m_family, buffer->dtype))
            m_found.push_back({.code = "narrow-storage-left",
                               .message = "buffer " + quoted(buffer->name) + " is still of " +
                                          std::string(toString(m_family)) + ", not of integers",
                               .place = place});
    }

    LowPrecision m_family;
    bool m_looksForStorage;
    Diagnostics& m_found;
    bool m_knowsDevice = false; ///< the arithmetic
    int m_launchDepth = 0;
};

} // namespace

void checkNoBFloat16Arithmetic(const ModuleFacts& facts, Diagnostics& found)
{
    NarrowFinder(LowPrecision::BFloat16, false, found).check(facts);
}

void checkNoFloat8Arithmetic(const ModuleFacts& facts, Diagnostics& found)
{
    NarrowFinder(LowPrecision::Float8, false, found).check(facts);
}

void checkNoBFloat16Storage(const ModuleFacts& facts, Diagnostics& found)
{
    NarrowFinder(LowPrecision::BFloat16, true, found).check(facts);
}

void checkNoFloat8Storage(const ModuleFacts& facts, Diagnostics& found)
{
    NarrowFinder(LowPrecision::Float8, true, found).check(facts);
}

} // namespace tir
