/// Where a text appears in a run: in which steps, in which lines.

#pragma once

#include "core/script/printing/printer.h"
#include "passes/framework/recording.h"
#include "passes/workbench/program/open.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tir {

struct FoundLine {
    size_t step = 0; ///< 0: the input
    int line = 0;    ///< of the module after the step, from 0
    std::string text;
    bool operator==(const FoundLine&) const = default;
};

/// The printed modules of a run. A module is printed when it is first looked through, and kept: memory is that of the
/// texts of all modules that differ.
class SearchableSteps {
public:
    /// By the module that a text was read as.
    using ReadTexts = std::map<const Module*, std::shared_ptr<const OpenedProgram>>;

    /// `read`: modules that are looked through as they were read, not as we print them; may be null.
    SearchableSteps(std::shared_ptr<const Recording> recording, const PrintOptions& options,
                    std::shared_ptr<const ReadTexts> read = nullptr)
        : m_recording(std::move(recording)),
          m_options(options),
          m_read(std::move(read))
    {}

    /// Lines that contain `text`, ignoring case, in the first step that has them: the module before the step has no
    /// such line, whatever its indentation. At most `limit` of them, and fewer if `isCancelled` returns true. May be
    /// called from several threads, one after another.
    std::vector<FoundLine> find(std::string_view text, size_t limit,
                                const std::function<bool()>& isCancelled = {});

private:
    std::string_view textOf(size_t step);

    std::mutex m_mutex;
    std::shared_ptr<const Recording> m_recording;
    PrintOptions m_options;
    std::shared_ptr<const ReadTexts> m_read;
    std::map<const Module*, std::string> m_printed;
};

} // namespace tir
