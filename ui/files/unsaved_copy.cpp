#include "ui/files/unsaved_copy.h"

#include "passes/workbench/trace/tvm_pipeline.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>
#include <QSettings>
#include <QUuid>

namespace tir::ui {
namespace {

QString folder()
{
    return QFileInfo(QSettings().fileName()).absolutePath() + QStringLiteral("/unsaved");
}

QString lockOf(const QString& copy)
{
    return copy + QStringLiteral(".lock");
}

/// Puts the edits back into the program that is being opened: the source when it is open, CUDA C when there is the run
/// of that source. The copy is removed when all of them are back.
class EditRestorer : public QObject {
public:
    EditRestorer(Session& session, const UnsavedText& text)
        : QObject(&session),
          m_session(session),
          m_text(text)
    {
        // After every view has seen the program as it was opened.
        connect(&session, &Session::programChanged, this, &EditRestorer::advance, Qt::QueuedConnection);
        connect(&session, &Session::phaseChanged, this, &EditRestorer::advance, Qt::QueuedConnection);
    }

private:
    void advance()
    {
        if (m_session.isReading())
            return;
        if (!isOpen()) {
            if (m_isSourceBack) // the user has gone to another program
                deleteLater();
            return;
        }
        if (m_session.defines() != m_text.defines)
            return m_session.define(m_text.defines);
        if (!m_isSourceBack && m_text.text != m_text.opened && m_session.canEditSource())
            m_session.edits().typeSource(m_text.text.toStdString());
        m_isSourceBack = true;
        if (!m_text.cuda.empty() && !isRunOfSource())
            return;
        disconnect(&m_session, nullptr, this, nullptr);
        deleteLater();
        if (restoreCuda())
            removeUnsavedText(m_text);
    }

    bool isOpen() const
    {
        if (!m_session.program())
            return false;
        return m_session.path().isEmpty() ? m_session.name() == m_text.name : m_session.path() == m_text.path;
    }

    bool isRunOfSource() const
    {
        return m_session.phase() == Phase::Ready &&
               m_session.program()->source.text() == m_session.edits().source();
    }

    /// False if a step runs another pass now: its text stays in the copy.
    bool restoreCuda()
    {
        bool isAllBack = true;
        for (const UnsavedCuda& edit : m_text.cuda) {
            const bool isThere =
                edit.step < m_session.stepCount() && passOfStep(m_session, edit.step) == edit.pass;
            if (isThere)
                m_session.edits().setCuda(edit.step, edit.code);
            isAllBack &= isThere;
        }
        return isAllBack;
    }

    Session& m_session;
    UnsavedText m_text;
    bool m_isSourceBack = false;
};

} // namespace

std::vector<UnsavedText> findUnsavedTexts()
{
    std::vector<UnsavedText> texts;
    for (const QFileInfo& info :
         QDir(folder()).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time)) {
        const QString copy = info.absoluteFilePath();
        auto lock = std::make_shared<QLockFile>(lockOf(copy));
        lock->setStaleLockTime(0); // a lock is stale when its process is gone
        QFile file(copy);
        if (!lock->tryLock() || !file.open(QIODevice::ReadOnly))
            continue;
        UnsavedText found = unsavedTextFrom(QJsonDocument::fromJson(file.readAll()).object());
        found.copy = copy;
        found.lock = std::move(lock);
        if (!found.text.isEmpty() || !found.cuda.empty())
            texts.push_back(std::move(found));
    }
    return texts;
}

void removeUnsavedText(const UnsavedText& text)
{
    QFile::remove(text.copy);
    text.lock->unlock();
}

/// A pipeline of the user's own TVM is started only by the user.
void restoreUnsavedText(Session& session, StepBranch& branch, const UnsavedText& text)
{
    if (!session.edits().giveUp(Loss::All))
        return;
    session.close();
    branch.setCopies(text.copies);
    const bool hasSetup = text.setup && !isTvmPipeline(text.setup->pipeline.name);
    if (hasSetup)
        session.setSetup(*text.setup, ChosenFor::ThisProgram);
    new EditRestorer(session, text);
    const OpenWith with = hasSetup ? OpenWith::Setup : OpenWith::FittingPipeline;
    if (!text.path.isEmpty() && QFileInfo::exists(text.path))
        session.openFile(text.path, with);
    else
        session.openText(text.name, text.opened, with);
}

UnsavedCopy::UnsavedCopy(Session& session, const StepBranch& branch, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_branch(branch),
      m_file(folder() + QLatin1Char('/') + QUuid::createUuid().toString(QUuid::WithoutBraces) +
             QStringLiteral(".json")),
      m_lock(lockOf(m_file))
{
    constexpr int MaximumAgeMilliseconds = 500;
    m_lock.setStaleLockTime(0);
    m_delay.setSingleShot(true);
    m_delay.setInterval(MaximumAgeMilliseconds);
    connect(&m_delay, &QTimer::timeout, this, &UnsavedCopy::write);
    connect(&m_session.edits(), &Edits::sourceChanged, this, &UnsavedCopy::follow);
    connect(&m_session.edits(), &Edits::cudaChanged, this, &UnsavedCopy::follow);
    connect(&m_session, &Session::recordingChanged, this, &UnsavedCopy::follow); // CUDA C goes with its run
}

/// A key does not restart the time: a copy is written while the user types on.
void UnsavedCopy::follow()
{
    if (!m_session.edits().isEmpty()) {
        if (!m_delay.isActive())
            m_delay.start();
        return;
    }
    m_delay.stop();
    QFile::remove(m_file);
    m_lock.unlock();
}

/// The user has decided about the edits of a window that is closed regularly: no copy is needed.
UnsavedCopy::~UnsavedCopy()
{
    QFile::remove(m_file);
}

void UnsavedCopy::write()
{
    if (!QDir().mkpath(folder()) || (!m_lock.isLocked() && !m_lock.tryLock()))
        return;
    const QJsonObject json = toJson(unsavedTextOf(m_session, m_branch));
    QSaveFile file(m_file);
    if (file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(json).toJson()) > 0)
        file.commit();
}

} // namespace tir::ui
