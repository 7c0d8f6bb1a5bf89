#include "ui/files/loss_question.h"

#include "ui/files/source_saver.h"
#include "ui/session/session.h"

#include <QMessageBox>

namespace tir::ui {

bool askAboutLoss(Loss loss, const Session& session, SourceSaver& saver, QWidget& window)
{
    const bool isAboutSource = loss == Loss::All && session.edits().isSourceEdited();
    QMessageBox question(QMessageBox::Question, QMessageBox::tr("Edits"), {},
                         QMessageBox::Discard | QMessageBox::Cancel, &window);
    question.setObjectName(QStringLiteral("lossQuestion"));
    question.setDefaultButton(QMessageBox::Cancel);
    if (isAboutSource) {
        question.setText(QMessageBox::tr("%1 has edits that are not saved.").arg(session.name()));
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

} // namespace tir::ui
