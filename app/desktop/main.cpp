/// tirscope: the window. `--screenshot PNG` draws it once without showing it, for machines without a display.

#include "app/desktop/screenshot.h"
#include "core/support/version.h"
#include "passes/workbench/trace/tvm_pipeline.h"
#include "ui/action_script.h"
#include "ui/bars/pipeline_bar.h"
#include "ui/common/application.h"
#include "ui/common/damaged_settings.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/main_window.h"
#include "ui/session/session.h"

#include <QCommandLineParser>
#include <QSettings>
#include <QTimer>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

namespace {

using namespace tir::ui;

constexpr int WrongUsage = 2;

int complain(const QString& message)
{
    std::fprintf(stderr, "error: %s\n", qUtf8Printable(message));
    return WrongUsage;
}

/// Screenshots and output to the terminal need no display. The platform must be chosen before the application is
/// created, so before options are parsed properly.
bool worksWithoutDisplay(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i)
        for (const char* option : {"--screenshot", "--help", "-h", "--version", "-v"})
            if (std::strncmp(argv[i], option, std::strlen(option)) == 0)
                return true;
    return false;
}

struct Options {
    QCommandLineOption screenshot{QStringLiteral("screenshot"),
                                  QStringLiteral("Render the window into <png> and exit."),
                                  QStringLiteral("png")};
    QCommandLineOption size{QStringLiteral("size"), QStringLiteral("Size of the window, say 1280x800."),
                            QStringLiteral("WxH")};
    QCommandLineOption pipeline{QStringLiteral("pipeline"),
                                QStringLiteral("The pipeline to run; tvm:NAME is one of your own TVM."),
                                QStringLiteral("name")};
    QCommandLineOption passes{QStringLiteral("passes"),
                              QStringLiteral("Passes to run instead, as in `tirc opt --passes`."),
                              QStringLiteral("list")};
    QCommandLineOption step{QStringLiteral("step"), QStringLiteral("The step to show; 0 is the input."),
                            QStringLiteral("number")};
    QCommandLineOption view{QStringLiteral("view"), QStringLiteral("The view to bring to the front."),
                            QStringLiteral("id")};
    QCommandLineOption theme{QStringLiteral("theme"), QStringLiteral("light or dark."),
                             QStringLiteral("theme")};
    QCommandLineOption actions{QStringLiteral("do"),
                               QStringLiteral("Perform <actions> in order; `tirc list actions` names them."),
                               QStringLiteral("actions")};
};

/// Nothing if there is none.
std::optional<tir::Pipeline> pipelineNamed(const QString& name)
{
    if (tir::isTvmPipeline(name.toStdString()))
        return tvmPipeline(name.mid(tir::TvmPipelinePrefix.size()));
    const tir::Pipeline* found = tir::findPipeline(name.toStdString());
    return found ? std::optional(*found) : std::nullopt;
}

/// A window and its session.
struct OpenWindow {
    OpenWindow(const std::optional<tir::Pipeline>& pipeline, const std::optional<size_t>& step,
               const QString& file)
        : window(session)
    {
        if (step)
            session.setStartStep(*step);
        if (pipeline) {
            RunSetup setup = session.setup();
            setup.pipeline = *pipeline;
            session.setSetup(isOfTvm(*pipeline) ? session.withPrograms(std::move(setup)) : std::move(setup));
        }
        if (!file.isEmpty())
            session.openFile(file, !pipeline            ? OpenWith::FittingPipeline
                                   : isOfTvm(*pipeline) ? OpenWith::SetupWithPrograms
                                                        : OpenWith::Setup);
    }
    /// The user's own TVM, which the command line has named, may start.
    static bool isOfTvm(const tir::Pipeline& pipeline) { return tir::isTvmPipeline(pipeline.name); }

    Session session;
    MainWindow window;
};

/// From the command line, else from the last time, else light.
std::optional<ThemeKind> themeKind(const QString& requested, bool usesSettings)
{
    const QString name = !requested.isEmpty() ? requested
                         : usesSettings       ? QSettings().value(QStringLiteral("theme")).toString()
                                              : QString();
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark})
        if (name == toText(kind))
            return kind;
    return requested.isEmpty() ? std::optional(ThemeKind::Light) : std::nullopt;
}

/// The pipeline that the command line names, if any. `error`: why it is wrong.
std::optional<tir::Pipeline> chosenPipeline(const QCommandLineParser& parser, const Options& options,
                                            QString& error)
{
    std::optional<tir::Pipeline> pipeline;
    if (parser.isSet(options.pipeline)) {
        const QString name = parser.value(options.pipeline);
        pipeline = pipelineNamed(name);
        if (!pipeline)
            error = QStringLiteral("no pipeline '%1'; `tirc list pipelines` names them").arg(name);
    }
    if (parser.isSet(options.passes) && error.isEmpty()) {
        OwnPasses own = readOwnPasses(parser.value(options.passes));
        error = pipeline ? QStringLiteral("--pipeline and --passes exclude each other") : own.error;
        pipeline = ownPipeline(std::move(own.passes));
    }
    return pipeline;
}

using Windows = std::vector<std::unique_ptr<OpenWindow>>;

/// Each program gets a window. `step`: nothing to show the one that the session chooses.
Windows openWindows(const QStringList& files, const std::optional<tir::Pipeline>& pipeline,
                    const std::optional<size_t>& step)
{
    Windows windows;
    for (qsizetype i = 0; i < std::max<qsizetype>(1, files.size()); ++i)
        windows.push_back(
            std::make_unique<OpenWindow>(pipeline, step, i < files.size() ? files[i] : QString()));
    return windows;
}

/// Until the last window is closed. Returns the exit code.
int runWindows(const Windows& windows, const QCommandLineParser& parser, const Options& options)
{
    for (const std::unique_ptr<OpenWindow>& open : windows) {
        open->window.restoreSettings();
        open->window.show();
        const QString view = parser.value(options.view);
        if (parser.isSet(options.size)) // not the one of the last time
            if (const QString failure = setWindowSize(open->window, parser.value(options.size));
                !failure.isEmpty())
                return complain(failure);
        if (!view.isEmpty() && !open->window.showView(view))
            return complain(QStringLiteral("no view '%1', expected one of: %2")
                                .arg(view, open->window.viewIds().join(QStringLiteral(", "))));
    }
    // The last window may have been closed while a question was open: nothing else would end the application.
    if (std::ranges::none_of(windows, [](const auto& open) { return open->window.isVisible(); }))
        return 0;
    if (parser.isSet(options.actions))
        QTimer::singleShot(0, &windows.front()->window, [&] {
            const QString failure = performActions(parser.value(options.actions), windows.front()->window,
                                                   windows.front()->session);
            if (!failure.isEmpty())
                QApplication::exit(complain(failure));
        });
    return QApplication::exec();
}

/// The step is selected when the pipeline has run. Returns the exit code.
int drawWindow(OpenWindow& open, const QCommandLineParser& parser, const Options& options)
{
    const tir::app::ScreenshotRequest request{.path = parser.value(options.screenshot),
                                              .size = parser.value(options.size),
                                              .step = parser.value(options.step),
                                              .view = parser.value(options.view),
                                              .actions = parser.value(options.actions)};
    const QString failure = tir::app::takeScreenshot(open.window, open.session, request);
    if (!failure.isEmpty())
        return complain(failure);
    const Session& session = open.session;
    if (session.phase() == Phase::Ready || session.phase() == Phase::Empty)
        return 0;
    const QString why = session.failure().isEmpty()
                            ? messagesOf(session.diagnostics()).join(QLatin1Char('\n'))
                            : session.failure();
    std::fprintf(stderr, "error: the picture was written, but it shows a run without a result: %s\n",
                 qUtf8Printable(why));
    return 1;
}

} // namespace

int main(int argc, char** argv)
{
    if (worksWithoutDisplay(argc, argv))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    // A file that reaches a limit of file sizes costs a message, not the window.
    std::signal(SIGXFSZ, SIG_IGN);
    Application application(argc, argv);
    // Libraries that read and write numbers with the C library, Graphviz for one, expect a decimal point.
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setOrganizationName(QStringLiteral("Tirscope"));
    QApplication::setApplicationName(QStringLiteral("Tirscope"));
    const std::string_view version = tir::version();
    QApplication::setApplicationVersion(QString::fromUtf8(version.data(), qsizetype(version.size())));

    const Options options;
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("See, check and run every stage of a GPU tensor program."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({options.screenshot, options.size, options.pipeline, options.passes, options.step,
                       options.view, options.theme, options.actions});
    parser.addPositionalArgument(QStringLiteral("file"), QStringLiteral("Programs to open."),
                                 QStringLiteral("[FILE…]"));
    if (!parser.parse(QApplication::arguments()))
        return complain(parser.errorText());
    if (parser.isSet(QStringLiteral("help")) || parser.isSet(QStringLiteral("help-all")))
        parser.showHelp();
    if (parser.isSet(QStringLiteral("version")))
        parser.showVersion();

    const bool isPicture = parser.isSet(options.screenshot);
    application.setShowsFailures(!isPicture);
    if (const QString copy = isPicture ? QString() : keepDamagedSettings(); !copy.isEmpty())
        std::fprintf(stderr, "warning: the settings cannot be read; they are kept as %s\n",
                     qUtf8Printable(copy));
    const std::optional<ThemeKind> kind = themeKind(parser.value(options.theme), !isPicture);
    if (!kind)
        return complain(
            QStringLiteral("no theme '%1', expected light or dark").arg(parser.value(options.theme)));
    applyTheme(*kind);

    QString error;
    const std::optional<tir::Pipeline> pipeline = chosenPipeline(parser, options, error);
    if (error.isEmpty())
        error = findWrongAction(parser.value(options.actions));
    if (!error.isEmpty())
        return complain(error);
    const QStringList files = parser.positionalArguments();
    if (isPicture && files.size() > 1)
        return complain(QStringLiteral("a picture shows one program, but %1 are given").arg(files.size()));
    if (isPicture)
        return drawWindow(*openWindows(files, pipeline, {}).front(), parser, options);

    std::optional<size_t> step;
    if (parser.isSet(options.step)) {
        bool isNumber = false;
        step = parser.value(options.step).toUInt(&isNumber);
        if (!isNumber)
            return complain(
                QStringLiteral("no step '%1', expected a number").arg(parser.value(options.step)));
    }
    return runWindows(openWindows(files, pipeline, step), parser, options);
}
