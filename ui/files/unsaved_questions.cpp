#include "ui/files/unsaved_questions.h"

#include "ui/files/source_saver.h"
#include "ui/files/unsaved_copy.h"
#include "ui/session/session.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

namespace tir::ui {

bool askAboutLoss(Loss loss, const Session& session, SourceSaver& saver, QWidget& window)
{
    const bool isAboutSource = loss == Loss::All && session.edits().isSourceEdited();
    QMessageBox question(QMessageBox::Question, QMessageBox::tr("Edits"), {},
                         QMessageBox::Discard | QMessageBox::Cancel, &window);
    question.setObjectName(QStringLiteral("lossQuestion"));
    question.button(QMessageBox::Discard)->setText(QMessageBox::tr("&Discard"));
    question.setDefaultButton(QMessageBox::Cancel);
    if (isAboutSource) {
        question.setText(QMessageBox::tr("'%1' has edits that are not saved.").arg(session.name()));
        question.addButton(QMessageBox::Save);
        question.setDefaultButton(QMessageBox::Save);
    } else {
        question.setText(QMessageBox::tr("The edits of the generated CUDA C are lost with this."));
        question.setInformativeText(QMessageBox::tr(
            "They belong to one step of this run. To keep the text, cancel, and save it from the view of "
            "the generated code."));
    }
    const int answer = question.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && saver.save());
}

void offerUnsavedTexts(Session& session, StepBranch& branch, QWidget& window)
{
    for (const UnsavedText& text : findUnsavedTexts()) {
        auto* question = new QMessageBox(QMessageBox::Question, QMessageBox::tr("Unsaved edits"),
                                         QMessageBox::tr("Restore the unsaved edits of %1?").arg(text.name),
                                         QMessageBox::NoButton, &window);
        question->setObjectName(QStringLiteral("unsavedQuestion"));
        question->setAttribute(Qt::WA_DeleteOnClose);
        const QString time = QLocale().toString(QFileInfo(text.copy).lastModified(), QLocale::ShortFormat);
        question->setInformativeText(QMessageBox::tr("A window ended at %1 without saving them.").arg(time) +
                                     (text.path.isEmpty() ? QString() : QLatin1Char('\n') + text.path));
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
