/// A layout of rows: items side by side, and on another row where the width ends. A bar of controls with this layout
/// grows higher in a narrow window, and leaves its neighbors their width.

#pragma once

#include <QLayout>

#include <vector>

namespace tir::ui {

class FlowingRows : public QLayout {
public:
    explicit FlowingRows(QWidget* parent = nullptr);
    ~FlowingRows() override;

    /// The items that are added from now on are at the right end of a row that begins with other ones.
    void alignRestRight() { m_firstRight = count(); }

    void addItem(QLayoutItem* item) override;
    int count() const override { return int(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    /// Of a single row.
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    void setGeometry(const QRect& rect) override;
    Qt::Orientations expandingDirections() const override { return {}; }

private:
    struct Row {
        std::vector<int> items = {}; ///< numbers of the visible ones
        int width = 0;
        int height = 0;
    };
    /// `width`: between the margins.
    std::vector<Row> rowsIn(int width) const;
    int marginsWidth() const;

    std::vector<QLayoutItem*> m_items;
    int m_firstRight = -1; ///< negative: none
};

} // namespace tir::ui
