/// Sink of a rule that looks at one node: collects errors at the place of that node.

#pragma once

#include "core/ir/places.h"
#include "core/support/diagnostic.h"

#include <string>
#include <string_view>

namespace tir {

class NodeReport {
public:
    NodeReport(Diagnostics& found, Place place) : m_found(found), m_place(place) {}

    /// Not inline: GCC 12 needs gigabytes for a file of rules otherwise.
    void error(std::string_view code, std::string message);

private:
    Diagnostics& m_found;
    Place m_place;
};

} // namespace tir
