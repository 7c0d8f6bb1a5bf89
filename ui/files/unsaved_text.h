/// Edits that are in no file, as they are written beside the settings: the source, CUDA C in place of generated code, and
/// what is needed to open the program again as it was, with its pipeline, as the copy of a step.

#pragma once

#include "ui/session/step_branch.h"

#include <QJsonObject>
#include <QString>

#include <memory>
#include <optional>

class QLockFile;

namespace tir::ui {

/// In place of the code that was generated from a step.
struct UnsavedCuda {
    size_t step = 0;
    std::string pass; ///< of the step: `ThreadSync("shared")`; empty for the input
    std::string code;
    bool operator==(const UnsavedCuda&) const = default;
};

/// Edits of a window that ended without saving.
struct UnsavedText {
    QString copy; ///< the file that holds it
    QString path; ///< of the program, absolute; empty for pasted text
    QString name;
    QString opened; ///< the text before the edits
    QString text;
    std::map<std::string, std::string> defines;
    std::optional<RunSetup> setup; ///< without confirmed programs; nothing in the files of earlier versions
    std::vector<UnsavedCuda> cuda;
    std::vector<StepBranch::Copy> copies; ///< StepBranch::copies()
    std::shared_ptr<QLockFile> lock;      ///< keeps other windows from taking it as well
};

/// The edits of an open window.
UnsavedText unsavedTextOf(const Session& session, const StepBranch& branch);
/// The pass of a step of the run in view, as in UnsavedCuda.
std::string passOfStep(const Session& session, size_t step);

/// All but `copy` and `lock`.
QJsonObject toJson(const UnsavedText& text);
UnsavedText unsavedTextFrom(const QJsonObject& json);

} // namespace tir::ui
