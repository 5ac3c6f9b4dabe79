// The tensor manifest of a checkpoint, a page at a time: rows that are looked at are asked for, all others cost
// nothing, so a million tensors scroll and filter as quickly as ten.
#pragma once

#include "ui/client/backend_client.h"
#include "ui/models/formatting.h"

#include <QAbstractTableModel>
#include <QCache>
#include <QSet>
#include <QTimer>

namespace firstlight::ui {

class TensorListModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, DType, Shape, Bytes, Role, File, ColumnCount };

    explicit TensorListModel(BackendClient* client, QObject* parent = nullptr);

    void setFormatter(const Formatter& formatter);
    void setCheckpoint(const QString& path);
    // Substring of the name; asked for a moment after the last change.
    void setFilter(const QString& filter);

    [[nodiscard]] std::int64_t totalMatching() const { return m_total; }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void totalChanged(std::int64_t total);
    void failed(const firstlight::ui::Failure& failure);

private:
    static constexpr int kPageRows = 200;
    static constexpr int kPagesKept = 50;

    void reload();
    void request(int page) const;
    void accept(int page, const TensorPage& answer);
    [[nodiscard]] QVariant cell(const TensorRow& row, int column) const;

    BackendClient* m_client;
    Formatter m_formatter;
    QString m_path;
    QString m_filter;
    QTimer m_typing;
    quint64 m_question = 0; // grows with path and filter; older answers are dropped
    std::int64_t m_total = 0;
    mutable QCache<int, std::vector<TensorRow>> m_pages{kPagesKept};
    mutable QSet<int> m_asked;
};

} // namespace firstlight::ui
