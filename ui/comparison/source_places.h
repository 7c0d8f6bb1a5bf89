/// Maps bytes of the source to places, and entities to their places in the source.

#pragma once

#include "passes/workbench/trace/span_index.h"
#include "ui/session/session.h"

namespace tir::ui {

/// Of a program that was read. Keeps it, and its run, alive.
class SourcePlaces {
public:
    SourcePlaces(std::shared_ptr<const OpenedProgram> program, std::shared_ptr<const Identities> identities);

    const OpenedProgram& program() const { return *m_program; }
    /// The innermost place at a byte; NoPlace if there is none.
    Place placeAt(uint32_t offset) const;
    const Node* identityAt(Place place) const { return m_identities->at(m_places, place); }
    /// Occurrences of the name of the entity, or the statement about it; ascending.
    std::vector<Span> spansOf(const Node* identity) const;
    /// Empty if the text does not show the place.
    Span spanOf(Place place) const;

private:
    std::shared_ptr<const OpenedProgram> m_program;
    std::shared_ptr<const Identities> m_identities;
    PlaceTable m_places;
    SpanIndex m_index;
};

} // namespace tir::ui
