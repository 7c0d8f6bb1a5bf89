/// The builds of a recording. A script may build several programs, or one program several times, into one recording:
/// the passes of each build belong together, and no module of one build is compared with those of another.

#pragma once

#include "passes/workbench/trace/pass_events.h"

namespace tir {

/// Events of one build: [begin, end).
struct BuildEvents {
    size_t begin = 0;
    size_t end = 0;
};

/// In order, without those that ran no pass. A build begins outside of every pass: where the recording says so; where
/// the input of the build before is compiled again; or where a new module runs into the first pass again. If no inputs
/// were recorded, it begins where the first three passes run again.
std::vector<BuildEvents> findBuilds(const PassEvents& events);

/// The events of one of them, with the passes, texts, configurations, and sources that they need.
PassEvents selectBuild(PassEvents events, const BuildEvents& build);

} // namespace tir
