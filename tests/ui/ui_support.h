/// Shared by tests of the window: sessions that are ready, models as text.

#pragma once

#include "tests/support/patience.h"
#include "tests/support/test_files.h"
#include "ui/session/session.h"

#include <QAbstractItemModel>
#include <QAbstractItemModelTester>
#include <QtTest>

#include <string>
#include <string_view>

namespace tir::testing {

/// The display texts of all rows, columns separated by " | ", without trailing empty ones.
QString rowsOf(const QAbstractItemModel& model);

/// Sets the pipeline of a session that is still empty.
void usePipeline(ui::Session& session, const char* name);

QString samplePath(const QString& name);

/// Whether the watch of the open file, a child of `owner`, has looked at everything that was written before.
bool hasSeenTheFile(ui::Session& session, const QObject& owner);

/// Selects in the step in view the entity of the first name that is `text`; without one, the first place that is printed
/// like that.
void selectText(ui::Session& session, std::string_view text);

/// The selected place of the step in view, as it is printed; without one, the name of the selected entity.
std::string selectedText(const ui::Session& session);

/// The index of the first step that runs a pass; 0 if there is none.
size_t stepOf(const ui::Session& session, const std::string& pass);

} // namespace tir::testing

/// Opens a sample and waits until its recording and the texts of the first step are there.
#define TIR_OPEN_SAMPLE(session, name)                                      \
    do {                                                                    \
        (session).openFile(tir::testing::samplePath(QStringLiteral(name))); \
        QTRY_COMPARE((session).phase(), tir::ui::Phase::Ready);             \
        QTRY_VERIFY((session).compared());                                  \
    } while (false)

/// Goes to a step and waits for its texts.
#define TIR_GO_TO(session, target)                                                             \
    do {                                                                                       \
        (session).goTo(target);                                                                \
        QTRY_VERIFY((session).compared() && (session).compared()->number == (session).step()); \
    } while (false)
