/// Programs of the tests in this folder, as text: parsed, with the line of every place.

#pragma once

#include "core/script/reading/parser.h"

#include <QString>

#include <stdexcept>

namespace tir::testing {

/// A module from its functions' texts. Lines count from the first line of the text.
class Program {
public:
    explicit Program(const QString& text) : m_source("program.py", text.toStdString())
    {
        Result<ParsedModule> parsed = parseModule(m_source);
        if (!parsed)
            throw std::runtime_error(render(parsed.diagnostics(), m_source));
        m_parsed = std::move(parsed).value();
    }

    const Module& module() const { return *m_parsed.module.module; }

    /// The first line of a place, or of the nearest enclosing place that the text shows; 0 if there is none.
    int line(Place place) const
    {
        const PlaceTable places(module());
        while (place != NoPlace && m_parsed.spans[place].isEmpty())
            place = places[place].parent;
        if (place == NoPlace)
            return 0;
        return m_source.lineColumn(m_parsed.spans[place].begin).line;
    }

private:
    SourceText m_source;
    ParsedModule m_parsed;
};

} // namespace tir::testing
