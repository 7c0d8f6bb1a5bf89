#include "ui/run/request_store.h"

#include "ui/session/session.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QSettings>
#include <QUrl>

namespace tir::ui {
namespace {

constexpr int MaxRemembered = 200;

/// Empty if there is no key.
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
    settings.setValue(key, QString::fromStdString(encodeSavedRequest(saved)));
    settings.beginGroup(QStringLiteral("requests"));
    QStringList known = settings.childKeys();
    settings.endGroup();
    // Oldest first; those without a date are older than all others.
    QStringList dated = settings.value(QStringLiteral("requestsByAge")).toStringList();
    dated.removeIf([&](const QString& name) { return !known.contains(name); });
    const QString name = key.section(QLatin1Char('/'), 1);
    dated.removeAll(name);
    dated.append(name);
    known.removeIf([&](const QString& each) { return dated.contains(each); });
    known += dated;
    while (known.size() > MaxRemembered) {
        settings.remove(QStringLiteral("requests/") + known.front());
        dated.removeAll(known.takeFirst());
    }
    settings.setValue(QStringLiteral("requestsByAge"), dated);
}

} // namespace tir::ui
