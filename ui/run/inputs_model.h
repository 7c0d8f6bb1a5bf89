/// The parameters and symbolic sizes of the function that will run, one per row, and their values: the choices of the
/// user before a run. A row shows its error. No widgets, no timers.

#pragma once

#include "core/ir/module.h"
#include "core/runtime/arguments.h"
#include "ui/common/table_model.h"

#include <QString>

#include <map>
#include <vector>

namespace tir::ui {

class InputsModel : public TableModel {
    Q_OBJECT
public:
    enum Column { Name, DType, Shape, Fill, Value, Message, ColumnCount };
    enum Role { IsGivenRole = Qt::UserRole, IsWrongRole };
    /// How a row can be filled: the entries of the Fill column.
    enum class Way { Automatic, Random, Constant, Ramp, File };

    explicit InputsModel(QObject* parent = nullptr);

    /// The function whose arguments these are; nothing: a module without one.
    void setFunction(OwnedModule module, const std::string& entry);
    void clear();

    /// The given inputs, by name, as in a request; the others are chosen automatically.
    const std::map<std::string, InputSpec>& inputs() const { return m_inputs; }
    void setInputs(std::map<std::string, InputSpec> inputs);
    void setSeed(uint64_t seed);
    bool isValid() const { return m_problemCount == 0; }
    QString firstProblem() const;

    /// The kinds of inputs for a row; a size is a number.
    std::vector<Way> waysOf(int row) const;
    static QString wayText(Way way);
    Way wayOf(int row) const;
    void setWay(int row, Way way);
    void setFile(int row, const QString& path);

    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    /// The user changed the given inputs.
    void inputsChanged();

private:
    size_t count() const override { return m_rows.size(); }
    struct Row {
        std::string name;
        QString dtype;
        QString shape;
        InputSpec spec;
        bool isGiven = false;
        bool isSize = false;   ///< a symbolic size
        bool isScalar = false; ///< a size, or a scalar parameter
        QString message;
        bool isWrong = false;
    };
    void plan();
    void give(int row, const InputSpec& spec);
    void forget(int row);

    OwnedModule m_module;
    const PrimFunc* m_function = nullptr;
    uint64_t m_seed = 0;
    std::map<std::string, InputSpec> m_inputs;
    std::map<std::string, std::pair<QString, QString>> m_rejected; ///< a value that does not read, and why
    std::vector<Row> m_rows;
    QString m_firstProblem;
    int m_problemCount = 0;
};

} // namespace tir::ui
