/// tirscope: the window. `--screenshot PNG` draws it once without showing it, for machines without a display.

#include "core/support/version.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QCommandLineParser>

#include <cstdio>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Tirscope"));
    const std::string_view version = tir::version();
    QApplication::setApplicationVersion(QString::fromUtf8(version.data(), qsizetype(version.size())));

    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption screenshot(QStringLiteral("screenshot"),
                                        QStringLiteral("Draw the window into <png> and leave."),
                                        QStringLiteral("png"));
    parser.addOption(screenshot);
    parser.addPositionalArgument(QStringLiteral("file"), QStringLiteral("Modules to open."),
                                 QStringLiteral("[FILE…]"));
    parser.process(application);

    tir::ui::MainWindow window;
    if (parser.isSet(screenshot)) {
        const QString path = parser.value(screenshot);
        if (!window.grab().save(path)) {
            std::fprintf(stderr, "error: cannot write the picture '%s'\n", qPrintable(path));
            return 2;
        }
        return 0;
    }
    window.show();
    return QApplication::exec();
}
