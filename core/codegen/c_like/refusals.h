/// The reasons why code cannot be generated for a module, each once per place.

#pragma once

#include "core/ir/places.h"

namespace tir::c_like {

class Refusals {
public:
    void add(Place place, std::string message)
    {
        for (const Diagnostic& known : m_diagnostics)
            if (known.place == place && known.message == message)
                return;
        m_diagnostics.push_back(error("cannot-generate", std::move(message)));
        m_diagnostics.back().place = place;
    }
    Diagnostics take() { return std::move(m_diagnostics); }

private:
    Diagnostics m_diagnostics;
};

} // namespace tir::c_like
