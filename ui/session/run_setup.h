/// How the pipeline is run, and how that is chosen: by the user for all programs or for one, by the program, or by a
/// recording.

#pragma once

#include "passes/fitting_pipeline.h"
#include "passes/framework/recording.h"
#include "passes/workbench/program/story.h"
#include "passes/workbench/trace/external_pass.h"

#include <memory>
#include <optional>
#include <string>

namespace tir::ui {

struct RunSetup {
    Pipeline pipeline;
    std::string target; ///< a kind or a JSON object; empty: the default
    Mode mode = Mode::AsTvm;
    PassConfig config = {}; ///< wins over that of the pipeline
    /// Programs that passes start, once the user has confirmed them for this program and these passes.
    ExternalOptions external = {};
};

/// The use of a pipeline.
enum class ChosenFor : uint8_t {
    AllPrograms, ///< by the user: programs that are opened later run through it, too, if it takes them
    ThisProgram,
};

class SetupChoice {
public:
    /// `split`, as TVM.
    SetupChoice();

    const RunSetup& setup() const { return m_setup; }
    void choose(RunSetup setup, ChosenFor chosenFor);
    /// For a program that was opened: the pipeline that the user chose for all programs if it takes the program; else, for
    /// a program of the museum, the one that shows its defect; else the one that fits.
    void fit(const FittingPipeline& fitting, const std::optional<Story>& story);
    /// Whether the last fit() took the pipeline that the user chose although another one was used in between.
    bool isChoiceResumed() const { return m_isChoiceResumed; }
    /// A recording contains its settings. `unnamed`: the name of a pipeline that is only a list of passes.
    void take(const Recording& recording, const std::string& unnamed);
    /// Opening a file starts nothing.
    void dropPrograms() { m_setup.external = {}; }
    /// `setup` with the programs of its passes confirmed by the user: they start when it runs.
    RunSetup withPrograms(RunSetup setup);

private:
    RunSetup m_setup;
    std::optional<Pipeline> m_forAll; ///< chosen by the user
    bool m_isChoiceResumed = false;
    bool m_isConfigRecorded = false; ///< that of the setup is for a recording
    /// To the user's own TVM: one interpreter, started when it is first needed.
    std::shared_ptr<TvmBridge> m_bridge;
};

} // namespace tir::ui
