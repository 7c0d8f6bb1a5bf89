#include "ui/bars/config_popup.h"

#include "ui/bars/config_model.h"
#include "ui/common/tables.h"
#include "ui/session/session.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QTableView>

#include <algorithm>

namespace tir::ui {

ConfigPopup::ConfigPopup(Session& session, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      m_model(new ConfigModel(session, this)),
      m_table(new QTableView),
      m_message(new QLabel),
      m_reset(new QPushButton(tr("Reset all")))
{
    setObjectName(QStringLiteral("configPopup"));
    setFrameShape(QFrame::StyledPanel);
    setAttribute(Qt::WA_NoMouseReplay); // a click on the button closes, and does not open again
    setUpTable(*m_table, QStringLiteral("configTable"), *m_model);
    m_table->setEditTriggers(QAbstractItemView::AllEditTriggers);
    m_table->resizeColumnToContents(ConfigModel::Key);
    m_message->setObjectName(QStringLiteral("configMessage"));
    m_message->setText(tr("Clear a value to reset it"));
    m_reset->setObjectName(QStringLiteral("resetConfig"));

    auto* below = new QHBoxLayout;
    below->addWidget(m_message, 1);
    below->addWidget(m_reset);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(m_table);
    layout->addLayout(below);

    connect(m_reset, &QPushButton::clicked, m_model, &ConfigModel::reset);
    connect(m_model, &ConfigModel::refused, m_message, &QLabel::setText);
    const auto refresh = [this, &session] {
        m_message->setText(tr("Clear a value to reset it"));
        m_reset->setEnabled(!session.setup().config.empty());
    };
    connect(&session, &Session::setupChanged, this, refresh);
    refresh();
}

void ConfigPopup::openBelow(const QWidget& button)
{
    const QRect space = button.screen()->availableGeometry();
    const QSize size(std::min(space.width() - 40, fontMetrics().averageCharWidth() * 160),
                     std::min(space.height() / 2, fontMetrics().height() * 26));
    resize(size);
    QPoint corner = button.mapToGlobal(QPoint(0, button.height()));
    corner.setX(std::clamp(corner.x(), space.left(), std::max(space.left(), space.right() - size.width())));
    move(corner);
    show();
    m_table->setFocus();
}

} // namespace tir::ui
