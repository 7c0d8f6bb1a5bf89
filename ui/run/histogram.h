/// The distribution of the numbers in a tensor: bars from the least to the greatest.

#pragma once

#include <QWidget>

#include <cstdint>
#include <vector>

namespace tir::ui {

class Histogram : public QWidget {
    Q_OBJECT
public:
    explicit Histogram(QWidget* parent = nullptr);
    void setCounts(std::vector<int64_t> counts, double least, double greatest);
    QSize sizeHint() const override { return {96, 26}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<int64_t> m_counts;
};

} // namespace tir::ui
