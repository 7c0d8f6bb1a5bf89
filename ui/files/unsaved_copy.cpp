#include "ui/files/unsaved_copy.h"

#include "ui/session/session.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
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

} // namespace

std::vector<UnsavedText> findUnsavedTexts()
{
    std::vector<UnsavedText> texts;
    for (const QFileInfo& info :
         QDir(folder()).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time)) {
        UnsavedText found{
            .copy = info.absoluteFilePath(), .path = {}, .name = {}, .opened = {}, .text = {}, .lock = {}};
        found.lock = std::make_shared<QLockFile>(lockOf(found.copy));
        found.lock->setStaleLockTime(0); // a lock is stale when its process is gone
        QFile file(found.copy);
        if (!found.lock->tryLock() || !file.open(QIODevice::ReadOnly))
            continue;
        const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
        found.path = json[QStringLiteral("path")].toString();
        found.name = json[QStringLiteral("name")].toString();
        found.opened = json[QStringLiteral("opened")].toString();
        found.text = json[QStringLiteral("text")].toString();
        if (!found.text.isEmpty())
            texts.push_back(std::move(found));
    }
    return texts;
}

void removeUnsavedText(const UnsavedText& text)
{
    QFile::remove(text.copy);
    text.lock->unlock();
}

void restoreUnsavedText(Session& session, const UnsavedText& text)
{
    const bool hasFile = !text.path.isEmpty() && QFileInfo::exists(text.path);
    auto* once = new QObject(&session);
    QObject::connect(&session, &Session::programChanged, once, [&session, once, hasFile, text] {
        if (hasFile ? session.path() != text.path : session.name() != text.name)
            return;
        once->deleteLater();
        // After every view has seen the program as it was opened.
        QTimer::singleShot(0, &session, [&session, text] {
            session.edits().typeSource(text.text.toStdString());
            removeUnsavedText(text);
        });
    });
    if (hasFile)
        session.openFile(text.path);
    else
        session.openText(text.name, text.opened);
}

UnsavedCopy::UnsavedCopy(Session& session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_file(folder() + QLatin1Char('/') + QUuid::createUuid().toString(QUuid::WithoutBraces) +
             QStringLiteral(".json")),
      m_lock(lockOf(m_file))
{
    constexpr int DelayMilliseconds = 500;
    m_lock.setStaleLockTime(0);
    m_delay.setSingleShot(true);
    m_delay.setInterval(DelayMilliseconds);
    connect(&m_delay, &QTimer::timeout, this, &UnsavedCopy::write);
    connect(&m_session.edits(), &Edits::sourceChanged, this, [this] {
        if (m_session.edits().isSourceEdited())
            return m_delay.start();
        m_delay.stop();
        QFile::remove(m_file);
        m_lock.unlock();
    });
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
    const Edits& edits = m_session.edits();
    const QString& path = m_session.path();
    const QJsonObject json{
        {QStringLiteral("path"), path.isEmpty() ? path : QFileInfo(path).absoluteFilePath()},
        {QStringLiteral("name"), m_session.name()},
        {QStringLiteral("opened"), QString::fromStdString(edits.savedSource())},
        {QStringLiteral("text"), QString::fromStdString(edits.source())}};
    QSaveFile file(m_file);
    if (file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(json).toJson()) > 0)
        file.commit();
}

} // namespace tir::ui
