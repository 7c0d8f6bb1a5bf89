/// The figures and buttons above the code: the kind of comparison, filters, and navigation between changes.

#pragma once

#include <QWidget>

class QAction;
class QLabel;

namespace tir::ui {

class CodeToolBar : public QWidget {
    Q_OBJECT
public:
    explicit CodeToolBar(QWidget* parent = nullptr);

    void setFigures(const QString& text);  ///< "+3 −2"
    void setPosition(const QString& text); ///< "2/5"
    void setSourceShown(bool isShown);

signals:
    void changeRequested(int direction); ///< 1: the next one, -1: the previous one
    void onlyChangesToggled(bool isOn);
    void structureToggled(bool isOn);
    void sourceToggled(bool isOn);
    void writersToggled(bool isOn);
    void sideBySideToggled(bool isOn);
    void unifiedToggled(bool isOn);
    void argumentNamesToggled(bool isOn);
    void dictionariesToggled(bool isOn);
    void wrappingToggled(bool isOn);
    void stickyLinesToggled(bool isOn);

private:
    void addButton(QAction* action, const QString& icon, const QString& toolTip = {});
    void toggleSideBySide(bool isOn);
    void toggleUnified(bool isOn);

    QLabel* m_figures;
    QLabel* m_position;
    QAction* m_source;
    QAction* m_sideBySide; ///< on: `m_unified` is off
    QAction* m_unified;
    bool m_wasSideBySide = false; ///< before `m_unified` was switched on
};

} // namespace tir::ui
