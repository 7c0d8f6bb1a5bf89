#include "ui/bars/define_form.h"

#include "ui/common/elided_label.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/session/session.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QStyle>
#include <QUrl>

#include <algorithm>

namespace tir::ui {
namespace {

QString keyOf(const QString& path)
{
    const QByteArray escaped = QUrl::toPercentEncoding(QFileInfo(path).absoluteFilePath());
    return QStringLiteral("defines/") + QString::fromLatin1(escaped);
}

QString kindsOf(const FreeName& name)
{
    QStringList kinds;
    for (const DefineKind kind : name.kinds)
        kinds.append(toQString(toString(kind)));
    return kinds.join(DefineForm::tr(" or "));
}

bool isFitting(const FreeName& name, const QString& value)
{
    const std::string text = value.trimmed().toStdString();
    return std::ranges::any_of(name.kinds, [&](DefineKind kind) { return fits(kind, text); });
}

} // namespace

DefineForm::DefineForm(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_title(new QLabel(tr("Missing names:"))),
      m_fieldArea(new QWidget),
      m_grid(new QGridLayout(m_fieldArea)),
      m_apply(new QPushButton(tr("Apply")))
{
    setObjectName(QStringLiteral("defineForm"));
    setAttribute(Qt::WA_StyledBackground);
    m_title->setToolTip(tr("Names that the text uses and does not define: in Python they come from the code "
                           "around it"));
    m_apply->setObjectName(QStringLiteral("applyDefines"));
    m_apply->setToolTip(tr("Read the text again with these values (Return)"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(6);
    m_grid->setVerticalSpacing(4);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 6, 8, 6);
    layout->setSpacing(10);
    m_fieldArea->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    layout->addWidget(m_title);
    layout->addWidget(m_fieldArea);
    layout->addWidget(m_apply);
    layout->addStretch();
    connect(m_apply, &QPushButton::clicked, this, &DefineForm::apply);
    connect(&m_session, &Session::programChanged, this, &DefineForm::refresh);
    refresh();
}

void DefineForm::refresh()
{
    const auto program = m_session.program();
    setVisible(program && !program->freeNames.empty());
    if (!program) {
        m_file.clear();
        return;
    }
    makeFields();
    if (m_session.keepsSettings() && m_file != m_session.path()) {
        m_file = m_session.path();
        useRemembered();
    }
    checkValues();
}

void DefineForm::makeFields()
{
    m_fields.clear();
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    int index = 0;
    for (const FreeName& name : m_session.program()->freeNames)
        addField(name, index++);
    m_apply->setVisible(!m_fields.isEmpty());
}

void DefineForm::addField(const FreeName& name, int index)
{
    constexpr int FieldsInARow = 4;
    const int row = index / FieldsInARow;
    const int column = index % FieldsInARow * 2;
    auto* label = new QLabel(toQString(name.name));
    m_grid->addWidget(label, row, column, Qt::AlignRight | Qt::AlignVCenter);
    if (name.kinds.empty()) {
        constexpr int LeastWidth = 80;
        auto* advice = new ElidedLabel;
        advice->setText(toQString(name.advice));
        advice->setObjectName(QStringLiteral("placeholderHint"));
        advice->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
        advice->setMinimumWidth(LeastWidth);
        m_grid->addWidget(advice, row, column + 1);
        return;
    }
    auto* field = new QLineEdit;
    field->setObjectName(QStringLiteral("define_") + toQString(name.name));
    field->setPlaceholderText(toQString(toString(name.kinds.front())));
    field->setToolTip(kindsOf(name));
    field->setFixedWidth(QFontMetrics(field->font()).horizontalAdvance(QLatin1Char('0')) * 12);
    const auto& defines = m_session.defines();
    if (const auto given = defines.find(name.name); given != defines.end())
        field->setText(toQString(given->second));
    connect(field, &QLineEdit::textChanged, this, &DefineForm::checkValues);
    connect(field, &QLineEdit::returnPressed, this, &DefineForm::apply);
    m_grid->addWidget(field, row, column + 1);
    m_fields.insert(toQString(name.name), field);
}

void DefineForm::useRemembered()
{
    if (m_file.isEmpty() || !m_session.defines().empty() || m_fields.isEmpty())
        return;
    const QVariantMap values = QSettings().value(keyOf(m_file)).toMap();
    bool isComplete = true;
    for (auto field = m_fields.begin(); field != m_fields.end(); ++field) {
        field.value()->setText(values.value(field.key()).toString());
        isComplete &= !field.value()->text().isEmpty();
    }
    // Later, when the other receivers of the signal have seen the program.
    if (isComplete)
        QMetaObject::invokeMethod(this, &DefineForm::apply, Qt::QueuedConnection);
}

void DefineForm::remember(const std::map<std::string, std::string>& values) const
{
    if (!m_session.keepsSettings() || m_session.path().isEmpty())
        return;
    QVariantMap map;
    for (const auto& [name, value] : values)
        map.insert(toQString(name), toQString(value));
    QSettings().setValue(keyOf(m_session.path()), map);
}

void DefineForm::checkValues()
{
    bool areFitting = true;
    for (const FreeName& name : m_session.program()->freeNames) {
        QLineEdit* field = m_fields.value(toQString(name.name));
        if (!field)
            continue;
        const bool isWrong = !field->text().isEmpty() && !isFitting(name, field->text());
        field->setProperty("isWrong", isWrong);
        field->style()->unpolish(field);
        field->style()->polish(field);
        field->setToolTip(isWrong ? tr("expected %2, found '%1'").arg(field->text(), kindsOf(name))
                                  : kindsOf(name));
        areFitting &= !isWrong && !field->text().isEmpty();
    }
    m_apply->setEnabled(areFitting);
}

std::map<std::string, std::string> DefineForm::values() const
{
    std::map<std::string, std::string> values;
    for (auto field = m_fields.begin(); field != m_fields.end(); ++field)
        if (const QString value = field.value()->text().trimmed(); !value.isEmpty())
            values[field.key().toStdString()] = value.toStdString();
    return values;
}

void DefineForm::apply()
{
    if (!m_session.program() || !m_apply->isEnabled())
        return;
    const auto given = values();
    remember(given);
    m_session.define(given);
}

} // namespace tir::ui
