#include "ui/files/unsaved_question.h"

#include "ui/files/unsaved_copy.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

namespace tir::ui {

void offerUnsavedTexts(Session& session, StepBranch& branch, QWidget& window)
{
    for (const UnsavedText& text : findUnsavedTexts()) {
        auto* question = new QMessageBox(
            QMessageBox::Question, QMessageBox::tr("Unsaved edits"),
            QMessageBox::tr("A window ended before the edits of %1 were saved.").arg(text.name),
            QMessageBox::NoButton, &window);
        question->setObjectName(QStringLiteral("unsavedQuestion"));
        question->setAttribute(Qt::WA_DeleteOnClose);
        question->setInformativeText(text.path);
        QPushButton* restore = question->addButton(QMessageBox::tr("&Restore"), QMessageBox::AcceptRole);
        QAbstractButton* discard =
            question->addButton(QMessageBox::tr("&Discard"), QMessageBox::DestructiveRole);
        question->addButton(QMessageBox::tr("&Later"), QMessageBox::RejectRole);
        question->setDefaultButton(restore);
        QObject::connect(question, &QMessageBox::buttonClicked, &session,
                         [&session, &branch, text, restore, discard](QAbstractButton* button) {
                             if (button == restore)
                                 restoreUnsavedText(session, branch, text);
                             if (button == discard)
                                 removeUnsavedText(text);
                         });
        QTimer::singleShot(0, question, [question] { question->open(); });
    }
}

} // namespace tir::ui
