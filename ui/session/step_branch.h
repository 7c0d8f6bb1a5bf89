/// Continues by hand from a step: its module becomes a separate program, which runs through the remaining passes; and
/// goes back to the program that it is a copy of.

#pragma once

#include "ui/session/session.h"

namespace tir::ui {

class StepBranch : public QObject {
    Q_OBJECT
public:
    struct Original {
        QString path; ///< empty for pasted text
        QString name;
        QString text; ///< without a path
        std::map<std::string, std::string> defines;
        RunSetup setup;
        size_t step;
    };
    struct Copy {
        QString name;
        Original original;
    };

    explicit StepBranch(Session& session, QObject* parent = nullptr);

    /// Whether passes follow the step in view, in its branch; of a run that was recorded, passes that we have.
    bool canStart() const;
    /// Opens the module as a text to edit, with the remaining passes. Asks the user about unsaved edits. Precondition:
    /// canStart().
    void start();

    /// Whether the open program is a copy of a step.
    bool isOpen() const;
    /// The program that it is a copy of, and the step. Precondition: isOpen().
    const QString& originalName() const { return m_copies.back().original.name; }
    size_t originalStep() const { return m_copies.back().original.step; }
    /// Opens that program again, with its pipeline, at the step. Asks the user about unsaved edits of the copy.
    /// Precondition: isOpen().
    void goBack();

    /// The open copy, last, and those that it is a copy of; empty unless isOpen().
    std::vector<Copy> copies() const { return isOpen() ? m_copies : std::vector<Copy>(); }
    /// The program that is opened next is the last of these copies.
    void setCopies(std::vector<Copy> copies) { m_copies = std::move(copies); }

signals:
    void changed(); ///< isOpen(), or the original program

private:
    void followProgram();
    /// The passes of the run after the step in view. Precondition: the phase is Ready.
    std::vector<PassInvocation> passesThatFollow() const;

    Session& m_session;
    std::vector<Copy> m_copies; ///< a copy may be copied again; the last one is open, or being opened
};

} // namespace tir::ui
