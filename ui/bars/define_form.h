/// The names that a text takes from its Python context, each with a field for its value, above the code. Hidden for
/// texts without such names. Values are stored by file once the session keeps settings.

#pragma once

#include <QMap>
#include <QWidget>

#include <map>
#include <string>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace tir {
struct FreeName;
}

namespace tir::ui {

class Session;

class DefineForm : public QWidget {
    Q_OBJECT
public:
    explicit DefineForm(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void makeFields();
    void addField(const FreeName& name, int index);
    void useRemembered();
    void remember(const std::map<std::string, std::string>& values) const;
    void checkValues();
    void apply();
    std::map<std::string, std::string> values() const;

    Session& m_session;
    QLabel* m_title;
    QWidget* m_fieldArea;
    QGridLayout* m_grid;
    QPushButton* m_apply;
    QMap<QString, QLineEdit*> m_fields; ///< by name
    QString m_file;                     ///< whose values were looked up
};

} // namespace tir::ui
