/// The request of a run: stored per program, loaded, and saved; and the sizes of a run.

#include "ui/common/file_dialogs.h"
#include "ui/common/text.h"
#include "ui/run/compare_bar.h"
#include "ui/run/inputs_view.h"
#include "ui/run/request_store.h"
#include "ui/run/run_bar.h"
#include "ui/run/run_view.h"
#include "ui/session/run_sizes.h"
#include "ui/session/session.h"

#include <QMessageBox>

namespace tir::ui {

SavedRequest RunView::saved() const
{
    SavedRequest saved{m_inputs->request(), m_compare->reference(), m_compare->options()};
    m_bar->addTo(saved.request);
    return saved;
}

void RunView::use(const SavedRequest& saved)
{
    m_inputs->setRequest(saved.request);
    m_compare->set(saved.reference, saved.compare);
    m_bar->set(saved.request);
}

/// For views that show formulas of symbolic sizes. A run that ended before its inputs were created has none.
void RunView::publishSizes(const Sizes& sizes, const QString& run)
{
    if (sizes.empty())
        return;
    SizesOfRun published{.values = {}, .run = run};
    for (const auto& [var, value] : sizes)
        published.values.emplace(m_session.identities().of(var), value);
    RunSizes::of(m_session).set(std::move(published));
}

void RunView::remember()
{
    rememberRequest(m_session, saved());
}

void RunView::loadRequest()
{
    const QString path = chooseFileToOpen(this, tr("Load a request"), m_session.path(),
                                          tr("Run requests (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    const Result<SavedRequest> read = readSavedRequest(path.toStdString());
    if (!read) {
        QMessageBox::warning(this, tr("Not loaded"), messagesOf(read.diagnostics()).join(QLatin1Char('\n')));
        return;
    }
    use(*read);
    remember();
    if (read->request.blockLimit > 0 || !read->request.isOptimized)
        QMessageBox::information(this, tr("Partly loaded"),
                                 tr("The request limits the blocks or switches optimization off, which only "
                                    "tirc run does. The window runs every block, optimized."));
}

void RunView::saveRequest()
{
    const QString path = chooseFileToSave(this, tr("Save the request"), QStringLiteral("request.json"),
                                          tr("Run requests (*.json)"));
    if (path.isEmpty())
        return;
    const Result<bool> written = writeSavedRequest(path.toStdString(), saved());
    if (!written)
        QMessageBox::warning(this, tr("Not saved"),
                             messagesOf(written.diagnostics()).join(QLatin1Char('\n')));
}

} // namespace tir::ui
