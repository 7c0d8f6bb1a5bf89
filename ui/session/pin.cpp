#include "ui/session/pin.h"

#include "core/ir/target.h"
#include "core/support/text_format.h"
#include "passes/workbench/check/compare_passes.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <algorithm>
#include <utility>

namespace tir::ui {

namespace {

/// "cuda sm_90" of a target as JSON; a text that is not one as it is.
QString shortTarget(const std::string& text)
{
    Arena arena;
    const Result<const Target*> target = targetFromText(arena, text);
    if (!target)
        return toQString(text);
    QString name = toQString(target.value()->kindName);
    for (const std::string_view detail : {"arch", "mcpu"})
        if (const AttrValue* value = find(target.value()->attrs, detail);
            value && value->kind() == AttrValue::Kind::String)
            name += QLatin1Char(' ') + toQString(value->text());
    return name;
}

PinnedRun pinnedRun(const Session& session, const QStringList& setup,
                    std::shared_ptr<const Recording> recording)
{
    const bool isBareFunction = areBareFunctions(*session.program(), *recording);
    return {.title = setup.join(QStringLiteral(", ")),
            .setup = setup,
            .recording = std::move(recording),
            .identities = session.sharedIdentities(),
            .imported = session.importedTexts(),
            .isBareFunction = isBareFunction};
}

/// "2 passes were not compared: tirx.My (we have no pass of that name), …"; empty if all were.
QString notCompared(const Recording& recording, const PassComparison& found)
{
    constexpr size_t MostNamed = 3;
    QStringList passes;
    for (const PassComparison::Skipped& skipped : found.skipped)
        if (size_t(passes.size()) < MostNamed)
            passes.append(QStringLiteral("%1 (%2)").arg(toQString(recording.pass(skipped.step)),
                                                        toQString(skipped.reason)));
    if (found.skipped.size() > MostNamed)
        passes.append(QStringLiteral("…"));
    if (passes.isEmpty())
        return {};
    return toQString(counted(int64_t(found.skipped.size()), "pass was", "passes were")) +
           Pin::tr(" not compared: ") + passes.join(QStringLiteral(", "));
}

} // namespace

QStringList setupTexts(const Session& session)
{
    const RunSetup& setup = session.setup();
    const QString pipeline =
        setup.pipeline.name.empty() ? Pin::tr("custom passes") : toQString(setup.pipeline.name);
    const QString mode = setup.mode == Mode::Sound ? Pin::tr("sound") : Pin::tr("as TVM");
    QStringList texts{session.name(), pipeline, mode};
    if (!setup.target.empty())
        texts.append(shortTarget(setup.target));
    return texts;
}

Pin::Pin(Session& session)
    : m_session(session),
      m_alignJob(session.jobs(), tr("Comparing with the pinned run")),
      m_oursJob(session.jobs(), tr("Running our passes on the recorded modules"))
{
    connect(&session, &Session::recordingChanged, this, &Pin::align);
    connect(&session, &Session::identitiesChanged, this, &Pin::followIdentities);
}

void Pin::set()
{
    const QStringList setup = setupTexts(m_session);
    keep(pinnedRun(m_session, setup, m_session.recording()));
}

void Pin::setToOurs()
{
    const std::shared_ptr<const Recording> recorded = m_session.recording();
    if (!recorded || !m_session.isRecorded())
        return;
    struct Ours {
        std::shared_ptr<const Recording> recording;
        QString remark;
    };
    m_oursJob.start(
        [recorded, config = m_session.setup().config](JobControl& control) {
            const PassComparison found = compareWithOurs(
                *recorded,
                {.config = config, .cancelled = &control.cancelled(), .watch = [&](const PassSpan& span) {
                     control.report(int(span.first) - 1, int(recorded->steps.size()),
                                    toQString(recorded->pass(span.first)));
                 }});
            return Ours{withOurResults(recorded, found), notCompared(*recorded, found)};
        },
        [this, recorded](Ours ours) {
            if (m_session.recording() != recorded)
                return;
            PinnedRun run = pinnedRun(m_session, {m_session.name(), tr("our passes on the recorded modules")},
                                      ours.recording);
            run.remark = std::move(ours.remark);
            m_showsDifference = true;
            keep(std::move(run));
        });
}

void Pin::keep(PinnedRun run)
{
    m_run = std::make_shared<const PinnedRun>(std::move(run));
    m_isCompared = true;
    align();
}

/// The pinned run is in view, and its names were compared after it was pinned.
void Pin::followIdentities()
{
    if (!m_run || m_run->recording != m_session.recording())
        return;
    PinnedRun run = *m_run;
    run.identities = m_session.sharedIdentities();
    m_run = std::make_shared<const PinnedRun>(std::move(run));
    emit changed();
}

void Pin::clear()
{
    m_run.reset();
    align();
}

void Pin::align()
{
    m_alignJob.cancel();
    m_steps.clear();
    const std::shared_ptr<const Recording> current = m_session.recording();
    if (m_run && current && m_run->recording != current)
        m_alignJob.start([a = m_run->recording, b = current](JobControl&) { return alignSteps(*a, *b); },
                         [this](std::vector<AlignedStep> steps) {
                             m_steps = std::move(steps);
                             emit changed();
                             if (std::exchange(m_showsDifference, false))
                                 m_session.navigation().goToFirstDifference();
                         });
    emit changed();
}

std::optional<size_t> Pin::firstDifferent() const
{
    for (const AlignedStep& step : m_steps)
        if (step.b && !step.isEqual)
            return step.b;
    return std::nullopt;
}

void Pin::setCompared(bool isCompared)
{
    if (isCompared == m_isCompared)
        return;
    m_isCompared = isCompared;
    emit changed();
}

void Pin::setWhyHidden(const QString& why)
{
    if (std::exchange(m_whyHidden, why) != why)
        emit hiddenChanged();
}

std::optional<size_t> Pin::shownBeside(size_t number) const
{
    return m_isCompared ? counterpartOf(m_steps, &AlignedStep::b, number) : std::nullopt;
}

} // namespace tir::ui
