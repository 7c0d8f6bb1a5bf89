#include "ui/action_script.h"

#include "passes/workbench/program/window_actions.h"
#include "passes/workbench/trace/tvm_pipeline.h"
#include "ui/bars/pipeline_bar.h"
#include "ui/common/message_list.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/files/step_export.h"
#include "ui/files/welcome.h"
#include "ui/main_window.h"
#include "ui/session/session.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDeadlineTimer>
#include <QDialog>
#include <QEventLoop>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTimer>

#include <algorithm>
#include <map>
#include <vector>

namespace tir::ui {
namespace {

struct Request {
    QString id;
    QString argument;
    bool hasArgument = false;
};

/// `a,b="x, y",c` in parts.
std::vector<Request> readScript(const QString& script)
{
    std::vector<Request> requests;
    QString part;
    bool isQuoted = false;
    const auto finish = [&] {
        const qsizetype equals = part.indexOf(QLatin1Char('='));
        const QString id = part.left(equals).trimmed();
        if (!id.isEmpty())
            requests.push_back({id, equals < 0 ? QString() : part.mid(equals + 1).trimmed(), equals >= 0});
        part.clear();
    };
    for (const QChar character : script) {
        if (character == QLatin1Char('"'))
            isQuoted = !isQuoted;
        else if (character == QLatin1Char(',') && !isQuoted)
            finish();
        else
            part += character;
    }
    finish();
    return requests;
}

/// The implementation of an action with an argument; returns an error.
using Perform = std::function<QString(const QString&, MainWindow&, Session&)>;

QString openFile(const QString& path, MainWindow&, Session& session)
{
    if (!QFileInfo::exists(path))
        return QStringLiteral("there is no file '%1'").arg(path);
    session.openFile(path);
    return {};
}

QString openSampleNamed(const QString& name, MainWindow&, Session& session)
{
    for (const WelcomeSample& sample : welcomeSamples())
        if (QFileInfo(sample.path).completeBaseName() == name) {
            openSample(session, sample);
            return {};
        }
    return QStringLiteral("there is no sample '%1', see tirc list samples").arg(name);
}

QString goToStep(const QString& step, MainWindow&, Session& session)
{
    bool isNumber = false;
    const size_t number = step.toUInt(&isNumber);
    if (isNumber && number >= session.stepCount())
        return QStringLiteral("no step '%1', expected a number below %2").arg(step).arg(session.stepCount());
    if (isNumber) {
        session.goTo(number);
        return {};
    }
    const std::shared_ptr<const Recording> recording = session.recording();
    for (size_t next = 1; recording && next < recording->moduleCount(); ++next)
        if (recording->steps[next - 1].pass.name == step.toStdString()) {
            session.goTo(next);
            return {};
        }
    return QStringLiteral("no step runs '%1'").arg(step);
}

QString selectNamed(const QString& name, MainWindow&, Session& session)
{
    const ComparedStepPointer compared = session.compared();
    if (!compared)
        return QStringLiteral("no step is shown");
    const CodeText& code = compared->after->code;
    for (const CodeToken& token : code.tokens)
        if (token.identity && code.textOf(token) == name.toStdString()) {
            session.selectEntity(token.identity);
            return {};
        }
    return QStringLiteral("the step has no '%1'").arg(name);
}

QString showView(const QString& id, MainWindow& window, Session&)
{
    if (window.showView(id))
        return {};
    return QStringLiteral("no view '%1', expected one of: %2")
        .arg(id, window.viewIds().join(QStringLiteral(", ")));
}

QString runPipelineOfTvm(const QString& name, MainWindow&, Session& session)
{
    if (session.phase() != Phase::Ready)
        return QStringLiteral("there is no run");
    runTvmPipeline(session, name);
    return {};
}

QString setPipeline(const QString& name, MainWindow& window, Session& session)
{
    if (isTvmPipeline(name.toStdString()))
        return runPipelineOfTvm(name.mid(TvmPipelinePrefix.size()), window, session);
    const Pipeline* pipeline = findPipeline(name.toStdString());
    if (!pipeline)
        return QStringLiteral("no pipeline '%1'; `tirc list pipelines` names them").arg(name);
    RunSetup setup = session.setup();
    setup.pipeline = *pipeline;
    session.setSetup(std::move(setup));
    return {};
}

QString setMode(const QString& mode, MainWindow&, Session& session)
{
    if (mode != QStringLiteral("sound") && mode != QStringLiteral("as-tvm"))
        return QStringLiteral("no mode '%1', expected as-tvm or sound").arg(mode);
    RunSetup setup = session.setup();
    setup.mode = mode == QStringLiteral("sound") ? Mode::Sound : Mode::AsTvm;
    session.setSetup(std::move(setup));
    return {};
}

QString setTarget(const QString& target, MainWindow&, Session& session)
{
    if (const QString wrong = whyWrongTarget(target); !wrong.isEmpty())
        return wrong;
    RunSetup setup = session.setup();
    setup.target = target.toStdString();
    session.setSetup(std::move(setup));
    return {};
}

/// The view lists the devices when it is first shown.
QString chooseDevice(const QString& id, MainWindow& window, Session& session)
{
    if (const QString failure = showView(QStringLiteral("run"), window, session); !failure.isEmpty())
        return failure;
    waitForJobs(session);
    auto* devices = window.findChild<QComboBox*>(QStringLiteral("deviceBox"));
    QStringList known;
    for (int index = 0; index < devices->count(); ++index)
        if (devices->model()->flags(devices->model()->index(index, 0)) & Qt::ItemIsEnabled)
            known.append(devices->itemData(index).toString());
    if (!known.contains(id))
        return QStringLiteral("no device '%1', expected one of: %2")
            .arg(id, known.join(QStringLiteral(", ")));
    devices->setCurrentIndex(devices->findData(id));
    emit devices->activated(devices->currentIndex());
    return {};
}

QString showRunPage(const QString& name, MainWindow& window, Session& session)
{
    if (const QString failure = showView(QStringLiteral("run"), window, session); !failure.isEmpty())
        return failure;
    auto* pages = window.findChild<QTabWidget*>(QStringLiteral("runPages"));
    QStringList known;
    for (int index = 0; index < pages->count(); ++index) {
        if (!pages->isTabVisible(index))
            continue;
        known.append(pages->tabText(index));
        if (known.last().compare(name, Qt::CaseInsensitive) == 0) {
            pages->setCurrentIndex(index);
            return {};
        }
    }
    return QStringLiteral("no page '%1', expected one of: %2").arg(name, known.join(QStringLiteral(", ")));
}

QString makeReproducer(const QString& folder, MainWindow&, Session& session)
{
    if (session.phase() != Phase::Ready)
        return QStringLiteral("there is no run");
    session.requestReproducer(folder);
    return {};
}

QString saveStepAs(const QString& path, MainWindow&, Session& session)
{
    return session.phase() != Phase::Ready ? QStringLiteral("there is no run") : saveStep(session, path);
}

QString showNeighborhood(const QString& depth, MainWindow& window, Session&)
{
    auto* action = window.findChild<QAction*>(QStringLiteral("graphDepth") + depth);
    if (!action)
        return QStringLiteral("no number of calls '%1', expected 0 to 3").arg(depth);
    action->trigger();
    return {};
}

QString setTheme(const QString& name, MainWindow&, Session&)
{
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark})
        if (name == toText(kind)) {
            applyTheme(kind);
            return {};
        }
    return QStringLiteral("no theme '%1', expected light or dark").arg(name);
}

QString savePicture(const QString& path, MainWindow& window, Session& session)
{
    waitForLayout(window, session);
    return window.grab().save(path, "PNG") ? QString()
                                           : QStringLiteral("cannot write the picture '%1'").arg(path);
}

QString setSize(const QString& size, MainWindow& window, Session&)
{
    return setWindowSize(window, size);
}

const std::map<QString, Perform>& performers()
{
    static const std::map<QString, Perform> all = {
        {QStringLiteral("open"), openFile},
        {QStringLiteral("sample"), openSampleNamed},
        {QStringLiteral("step"), goToStep},
        {QStringLiteral("select"), selectNamed},
        {QStringLiteral("view"), showView},
        {QStringLiteral("pipeline"), setPipeline},
        {QStringLiteral("mode"), setMode},
        {QStringLiteral("target"), setTarget},
        {QStringLiteral("device"), chooseDevice},
        {QStringLiteral("run-page"), showRunPage},
        {QStringLiteral("reproduce"), makeReproducer},
        {QStringLiteral("save-step"), saveStepAs},
        {QStringLiteral("neighborhood"), showNeighborhood},
        {QStringLiteral("theme"), setTheme},
        {QStringLiteral("size"), setSize},
        {QStringLiteral("picture"), savePicture},
        {QStringLiteral("tvm-pipeline"), runPipelineOfTvm},
    };
    return all;
}

/// The dialog that waits for the user; null if there is none.
QDialog* openDialog()
{
    return qobject_cast<QDialog*>(QApplication::activeModalWidget());
}

/// Triggers from the event loop: a dialog that opens must not keep us.
QString trigger(QAction& action, Session& session)
{
    if (!action.isEnabled())
        return QStringLiteral("it is not available now");
    QMetaObject::invokeMethod(&action, &QAction::trigger, Qt::QueuedConnection);
    QString dialog;
    QEventLoop loop;
    QMetaObject::invokeMethod(
        &loop,
        [&] {
            if (QDialog* open = openDialog()) {
                dialog = open->windowTitle();
                open->reject();
            }
            loop.quit();
        },
        Qt::QueuedConnection);
    loop.exec();
    waitForJobs(session);
    return dialog.isEmpty()
               ? QString()
               : QStringLiteral("it opens the dialog '%1', which --do cannot answer").arg(dialog);
}

/// An error with the name of the action; empty if there is none.
QString inAction(const Request& request, const QString& failure)
{
    return failure.isEmpty() ? QString() : QStringLiteral("action '%1': %2").arg(request.id, failure);
}

/// Why the request can never be performed; empty if it may be.
QString whyWrong(const Request& request)
{
    const WindowAction* action = findWindowAction(request.id.toStdString());
    if (!action)
        return QStringLiteral("there is no such action; `tirc list actions` names them");
    if (request.hasArgument && action->argument.empty())
        return QStringLiteral("it takes no argument");
    if (!request.hasArgument && action->needsArgument())
        return QStringLiteral("it needs an argument: %1=%2").arg(request.id, toQString(action->argument));
    return {};
}

QString perform(const Request& request, MainWindow& window, Session& session)
{
    if (QString wrong = whyWrong(request); !wrong.isEmpty())
        return wrong;
    if (request.hasArgument) {
        const QString failure = performers().at(request.id)(request.argument, window, session);
        waitForJobs(session);
        return failure;
    }
    return trigger(*window.findChild<QAction*>(request.id), session);
}

} // namespace

QString performActions(const QString& script, MainWindow& window, Session& session)
{
    waitForJobs(session);
    for (const Request& request : readScript(script))
        if (QString failure = inAction(request, perform(request, window, session)); !failure.isEmpty())
            return failure;
    return {};
}

QString findWrongAction(const QString& script)
{
    if (script.count(QLatin1Char('"')) % 2 != 0)
        return QStringLiteral("a double quote in the list of actions is not closed");
    for (const Request& request : readScript(script))
        if (QString wrong = inAction(request, whyWrong(request)); !wrong.isEmpty())
            return wrong;
    return {};
}

void waitForJobs(Session& session)
{
    // Results of one job start others: go on until nothing is queued either.
    do {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(QEventLoop::AllEvents);
        if (!session.jobs().running().isEmpty())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    } while (!session.jobs().running().isEmpty());
    QCoreApplication::processEvents(QEventLoop::AllEvents);
}

void waitForLayout(MainWindow& window, Session& session)
{
    waitForJobs(session);
    const QList<MessageList*> lists = window.findChildren<MessageList*>();
    const auto isPending = [](const MessageList* list) { return list->isVisible() && !list->isLaidOut(); };
    constexpr int MostMs = 60000; // only ends hangs, with events that wake the loop
    const QDeadlineTimer limit(MostMs);
    QTimer alarm;
    alarm.start(100);
    while (std::ranges::any_of(lists, isPending) && !limit.hasExpired())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

QString setWindowSize(MainWindow& window, const QString& size)
{
    static const QRegularExpression pattern(QStringLiteral("^([1-9]\\d{1,4})x([1-9]\\d{1,4})$"));
    const QRegularExpressionMatch match = pattern.match(size);
    if (!match.hasMatch())
        return QStringLiteral("bad size '%1', expected WxH, say 1280x800").arg(size);
    // resize() would go no further than the minimum of the layout.
    window.setFixedSize(match.captured(1).toInt(), match.captured(2).toInt());
    return {};
}

} // namespace tir::ui
