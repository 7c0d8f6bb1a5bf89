/// The call graphs of all steps of a run, and of the run that is compared with it, in one layout, so that a function stays
/// where it is. Slow for large programs: for jobs. No widgets.

#pragma once

#include "passes/framework/recording.h"
#include "ui/call_graph/call_graph_picture.h"

#include <functional>
#include <memory>

namespace tir::ui {

using CallGraphPictures = std::vector<std::shared_ptr<const CallGraphPicture>>; ///< by step

struct DrawnRuns {
    CallGraphPictures own;
    CallGraphPictures pinned; ///< empty if no run is compared
};

/// `pinned` may be null. Nothing if `isCancelled` says so.
DrawnRuns drawRuns(const Recording& own, const Recording* pinned, const std::function<bool()>& isCancelled);

/// Of every step, what is at most `depth` calls from a function. Steps that do not have it have empty pictures.
DrawnRuns drawAround(const DrawnRuns& all, const std::string& function, int depth);

} // namespace tir::ui
