#include "ui/session/pin.h"

#include "core/ir/target.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <algorithm>

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
      m_alignJob(session.jobs(), tr("Comparing with the pinned run"))
{
    connect(&session, &Session::recordingChanged, this, &Pin::align);
}

void Pin::set()
{
    const QStringList setup = setupTexts(m_session);
    m_run = std::make_shared<const PinnedRun>(
        PinnedRun{.title = setup.join(QStringLiteral(", ")),
                  .setup = setup,
                  .recording = m_session.recording(),
                  .identities = m_session.sharedIdentities(),
                  .imported = m_session.importedTexts(),
                  .isBareFunction = m_session.program()->parsed->isBareFunction});
    m_isCompared = true;
    align();
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

std::optional<size_t> Pin::shownBeside(size_t number) const
{
    return m_isCompared ? counterpartOf(m_steps, &AlignedStep::b, number) : std::nullopt;
}

} // namespace tir::ui
