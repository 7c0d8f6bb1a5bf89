#include "ui/run/inputs_view.h"

#include "ui/common/file_dialogs.h"
#include "ui/common/flowing_rows.h"
#include "ui/common/icons.h"
#include "ui/common/popup_menu.h"
#include "ui/common/tables.h"
#include "ui/common/text.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>

namespace tir::ui {
namespace {

/// A box with the kinds of inputs for a row; a choice is applied immediately.
class WayDelegate : public QStyledItemDelegate {
public:
    WayDelegate(const InputsModel& model, std::function<void(int)> chooseFile, QObject* parent)
        : QStyledItemDelegate(parent),
          m_model(model),
          m_chooseFile(std::move(chooseFile))
    {}

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&,
                          const QModelIndex& index) const override
    {
        auto* box = new QComboBox(parent);
        box->setObjectName(QStringLiteral("wayBox"));
        for (const InputsModel::Way way : m_model.waysOf(index.row()))
            box->addItem(InputsModel::wayText(way), int(way));
        connect(box, &QComboBox::activated, this, [this, box, row = index.row()] {
            const bool isFile = InputsModel::Way(box->currentData().toInt()) == InputsModel::Way::File;
            auto* self = const_cast<WayDelegate*>(this);
            emit self->commitData(box);
            emit self->closeEditor(box);
            if (isFile)
                m_chooseFile(row);
        });
        QMetaObject::invokeMethod(box, &QComboBox::showPopup, Qt::QueuedConnection);
        return box;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override
    {
        auto* box = static_cast<QComboBox*>(editor);
        box->setCurrentText(index.data(Qt::EditRole).toString());
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override
    {
        model->setData(index, static_cast<QComboBox*>(editor)->currentText(), Qt::EditRole);
    }

private:
    const InputsModel& m_model;
    std::function<void(int)> m_chooseFile;
};

/// Both stay in one row.
QWidget* captioned(const QString& caption, QWidget* field)
{
    auto* pair = new QWidget;
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    auto* label = new QLabel(caption);
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field);
    return pair;
}

} // namespace

InputsView::InputsView(QWidget* parent)
    : QWidget(parent),
      m_entry(new QComboBox),
      m_seed(new QSpinBox),
      m_timeLimit(new QDoubleSpinBox),
      m_memoryLimit(new QSpinBox),
      m_table(new QTableView)
{
    setUpTable(*m_table, QStringLiteral("inputsTable"), m_model);
    addRowMenu(*m_table);
    m_table->setEditTriggers(QAbstractItemView::AllEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(smallFont()).height() + 12);
    m_table->setItemDelegateForColumn(InputsModel::Fill,
                                      new WayDelegate(
                                          m_model, [this](int row) { chooseFile(row); }, this));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeForm());
    layout->addWidget(m_table, 1);
    layout->addWidget(makeLimits());
    connect(&m_model, &InputsModel::inputsChanged, this, &InputsView::changed);
    connect(&m_model, &QAbstractItemModel::modelReset, m_table, &QTableView::resizeColumnsToContents);
}

QWidget* InputsView::makeForm()
{
    m_entry->setObjectName(QStringLiteral("entryBox"));
    m_entry->setToolTip(tr("The function that runs"));
    m_entry->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_seed->setObjectName(QStringLiteral("seedBox"));
    m_seed->setRange(0, 999999999);
    m_seed->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_seed->setToolTip(tr("Seed of the random inputs; each parameter gets its own numbers"));
    auto* form = new QWidget;
    auto* layout = new FlowingRows(form);
    layout->setContentsMargins(8, 6, 6, 4);
    layout->setSpacing(6);
    layout->addWidget(captioned(tr("Function"), m_entry));
    layout->addWidget(captioned(tr("Seed"), m_seed));
    layout->alignRestRight();
    const auto addButton = [&](const char* name, const QString& icon, const QString& text,
                               const QString& tip) {
        auto* button = new QToolButton;
        button->setObjectName(QLatin1String(name));
        button->setIcon(icon.isEmpty() ? QIcon() : themedIcon(icon));
        button->setText(text);
        button->setToolTip(tip);
        layout->addWidget(button);
        return button;
    };
    auto* load = addButton("loadRequestButton", QStringLiteral("open"), {}, tr("Load a request file"));
    auto* save =
        addButton("saveRequestButton", QStringLiteral("save"), {},
                  tr("Save these settings as a request file, for this window and for tirc run --request"));
    auto* reset = addButton("resetInputsButton", {}, tr("Reset"), tr("Reset to defaults"));
    connect(load, &QToolButton::clicked, this, &InputsView::loadRequested);
    connect(save, &QToolButton::clicked, this, &InputsView::saveRequested);
    connect(reset, &QToolButton::clicked, this, &InputsView::reset);
    connect(m_entry, &QComboBox::activated, this, [this] {
        m_model.setInputs({});
        chooseFunction();
        emit changed();
    });
    connect(m_seed, &QSpinBox::valueChanged, this, [this](int seed) {
        m_model.setSeed(uint64_t(seed));
        emit changed();
    });
    return form;
}

QWidget* InputsView::makeLimits()
{
    m_timeLimit->setObjectName(QStringLiteral("timeLimitBox"));
    m_timeLimit->setRange(0.1, 86400);
    m_timeLimit->setDecimals(1);
    m_timeLimit->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_timeLimit->setValue(RunRequest().timeLimitSeconds);
    m_timeLimit->setSuffix(tr(" s"));
    m_timeLimit->setToolTip(tr("Time limit of the worker process"));
    m_memoryLimit->setObjectName(QStringLiteral("memoryLimitBox"));
    m_memoryLimit->setRange(64, 1 << 20);
    m_memoryLimit->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_memoryLimit->setValue(int(RunRequest().memoryLimitBytes >> 20));
    m_memoryLimit->setSuffix(tr(" MiB"));
    m_memoryLimit->setToolTip(tr("Memory limit of the worker process"));
    auto* limits = new QWidget;
    auto* layout = new FlowingRows(limits);
    layout->setContentsMargins(8, 4, 6, 6);
    layout->setSpacing(6);
    layout->addWidget(captioned(tr("Limits of a run: time"), m_timeLimit));
    layout->addWidget(captioned(tr("memory"), m_memoryLimit));
    connect(m_timeLimit, &QDoubleSpinBox::valueChanged, this, &InputsView::changed);
    connect(m_memoryLimit, &QSpinBox::valueChanged, this, &InputsView::changed);
    return limits;
}

void InputsView::setModule(const OwnedModule& module)
{
    m_module = module;
    const QSignalBlocker entryBlocker(m_entry);
    const QSignalBlocker blocker(this);
    m_entry->clear();
    m_model.clear();
    const RunRequest fresh;
    m_seed->setValue(int(fresh.seed));
    m_timeLimit->setValue(fresh.timeLimitSeconds);
    m_memoryLimit->setValue(int(fresh.memoryLimitBytes >> 20));
    if (module.module) {
        for (const std::string& name : entryCandidates(*module.module))
            m_entry->addItem(toQString(name));
        const Result<std::string> chosen = chooseEntry(*module.module);
        m_entry->setCurrentIndex(chosen ? std::max(0, m_entry->findText(toQString(*chosen))) : 0);
    }
    m_entry->setEnabled(m_entry->count() > 1);
    chooseFunction();
}

void InputsView::chooseFunction()
{
    m_model.setFunction(m_module, m_entry->currentText().toStdString());
    m_table->resizeColumnsToContents();
}

RunRequest InputsView::request() const
{
    RunRequest request;
    request.entry = m_entry->currentText().toStdString();
    request.seed = uint64_t(m_seed->value());
    request.inputs = m_model.inputs();
    request.timeLimitSeconds = m_timeLimit->value();
    request.memoryLimitBytes = uint64_t(m_memoryLimit->value()) << 20;
    return request;
}

void InputsView::setRequest(const RunRequest& request)
{
    const QSignalBlocker blocker(this);
    if (const int entry = m_entry->findText(toQString(request.entry)); entry >= 0)
        m_entry->setCurrentIndex(entry);
    m_seed->setValue(int(std::min<uint64_t>(request.seed, uint64_t(m_seed->maximum()))));
    m_timeLimit->setValue(request.timeLimitSeconds);
    m_memoryLimit->setValue(int(std::min<uint64_t>(request.memoryLimitBytes >> 20, 1 << 20)));
    m_model.setInputs(request.inputs);
    chooseFunction();
}

void InputsView::chooseFile(int row)
{
    const QString path =
        chooseFileToOpen(this, tr("The value of %1").arg(m_model.index(row, 0).data().toString()), {},
                         tr("NumPy arrays (*.npy);;All files (*)"));
    if (!path.isEmpty())
        m_model.setFile(row, path);
}

void InputsView::reset()
{
    setModule(m_module);
    emit changed();
}

} // namespace tir::ui
