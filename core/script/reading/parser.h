/// Reads TVMScript: everything TVM prints, and the sugar people write.

#pragma once

#include "core/ir/places.h"
#include "core/script/syntax/dialect.h"
#include "core/script/syntax/read_progress.h"
#include "core/script/syntax/source.h"
#include "core/support/result.h"

#include <map>
#include <memory>
#include <span>
#include <vector>

namespace tir {

struct ParseOptions {
    /// Values for names that the text takes from its Python surroundings: integers, dtypes, strings.
    std::map<std::string, std::string> defines;
    ReadingWatch watch = {};
};

/// The spans of the places of a module in its text, in the arena of the module: they leave memory with it (ModuleStore).
class TextSpans {
public:
    TextSpans() = default;
    TextSpans(const std::shared_ptr<Arena>& arena, std::span<const Span> spans)
        : m_arena(arena),
          m_spans(arena->copy(spans))
    {}

    size_t size() const { return m_spans.size(); }
    bool empty() const { return m_spans.empty(); }
    const Span& operator[](size_t place) const { return m_spans[place]; }
    auto begin() const { return m_spans.begin(); }
    auto end() const { return m_spans.end(); }
    operator std::span<const Span>() const { return m_spans; }
    std::vector<Span> list() const { return {begin(), end()}; }

private:
    std::shared_ptr<const Arena> m_arena;
    std::span<const Span> m_spans;
};

/// A text as it was read.
struct ParsedModule {
    OwnedModule module;
    /// Source span per place of the module; empty if the text does not show the place.
    TextSpans spans;
    /// A bare `@T.prim_func` instead of a module: wrapped into a module, printed bare again.
    bool isBareFunction = false;
    Dialect dialect;
    std::string metadata; ///< JSON of the metadata section; may be empty
    Diagnostics remarks;  ///< notes and warnings about readable but unusual text
};

/// All errors of the text, not only the first; "cancelled" when the watch returned false.
Result<ParsedModule> parseModule(const SourceText& source, const ParseOptions& options = {});

} // namespace tir
