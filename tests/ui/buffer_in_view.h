/// Finding what the shown step has.

#pragma once

#include "ui/session/session.h"

#include <string_view>

namespace tir::testing {

/// The first buffer of that name in the step; null if there is none.
inline const Node* bufferIn(const ui::Session& session, std::string_view name)
{
    for (const PlaceTable::Entry& entry : session.compared()->after->places.entries())
        if (const auto* buffer = as<Buffer>(entry.node); buffer && buffer->name == name)
            return session.identities().of(buffer);
    return nullptr;
}

} // namespace tir::testing
