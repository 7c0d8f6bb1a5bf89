#include "ui/session/pinned_step.h"

#include "ui/common/text.h"
#include "ui/session/session.h"

namespace tir::ui {
namespace {

QString stepTitle(const Recording& recording, size_t number)
{
    return number == 0 ? Pin::tr("input")
                       : Pin::tr("after step %1, %2")
                             .arg(number)
                             .arg(toQString(recording.steps[number - 1].pass.name));
}

} // namespace

std::optional<PinnedStep> pinnedStepBeside(const Session& session)
{
    const std::shared_ptr<const PinnedRun> run = session.pin().run();
    const std::optional<size_t> number =
        run && session.phase() == Phase::Ready ? session.pin().shownBeside(session.step()) : std::nullopt;
    return number ? std::optional(PinnedStep{run, *number}) : std::nullopt;
}

QString titleOfPinned(const PinnedStep& pinned)
{
    return QStringLiteral("A: %1 (%2)")
        .arg(stepTitle(*pinned.run->recording, pinned.number), pinned.run->title);
}

RunTitles runTitles(const Session& session, const PinnedStep& pinned)
{
    const QStringList own = setupTexts(session);
    // Runs that differ in nothing here are two recordings of one program: its name is enough.
    const auto title = [](const QStringList& setup, const QStringList& other) {
        QStringList different;
        for (const QString& text : setup)
            if (!other.contains(text))
                different.append(text);
        return different.isEmpty() ? setup.front() : different.join(QStringLiteral(", "));
    };
    return {QStringLiteral("A: ") + title(pinned.run->setup, own),
            QStringLiteral("B: ") + title(own, pinned.run->setup)};
}

} // namespace tir::ui
