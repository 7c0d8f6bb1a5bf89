#include "ui/run/request_store.h"

#include "ui/session/session.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QSettings>
#include <QUrl>

namespace tir::ui {
namespace {

constexpr int MaxRemembered = 200;

/// Empty when there is nothing to remember by.
QString keyOf(const Session& session)
{
    if (!session.keepsSettings() || !session.program())
        return {};
    QByteArray name = QUrl::toPercentEncoding(QFileInfo(session.path()).absoluteFilePath());
    if (session.path().isEmpty()) {
        const std::string_view text = session.program()->source.text();
        name = QCryptographicHash::hash(QByteArray::fromRawData(text.data(), qsizetype(text.size())),
                                        QCryptographicHash::Sha1)
                   .toHex();
    }
    return QStringLiteral("requests/") + QString::fromLatin1(name);
}

} // namespace

std::optional<SavedRequest> rememberedRequest(const Session& session)
{
    const QString key = keyOf(session);
    const QString text = key.isEmpty() ? QString() : QSettings().value(key).toString();
    if (text.isEmpty())
        return std::nullopt;
    const Result<SavedRequest> saved = decodeSavedRequest(text.toStdString());
    return saved ? std::optional(*saved) : std::nullopt;
}

void rememberRequest(const Session& session, const SavedRequest& saved)
{
    const QString key = keyOf(session);
    if (key.isEmpty())
        return;
    QSettings settings;
    settings.beginGroup(QStringLiteral("requests"));
    const QStringList known = settings.childKeys();
    if (known.size() >= MaxRemembered)
        settings.remove(known.front());
    settings.endGroup();
    settings.setValue(key, QString::fromStdString(encodeSavedRequest(saved)));
}

} // namespace tir::ui
