#include "ui/models/tensor_list_model.h"

#include "ui/models/row_table_model.h"

#include <algorithm>
#include <limits>

namespace firstlight::ui {
namespace {

QString shapeText(const std::vector<std::int64_t>& shape)
{
    QStringList parts;
    for (const std::int64_t size : shape) {
        parts.append(QString::number(size));
    }
    return QStringLiteral("[%1]").arg(parts.join(QStringLiteral(", ")));
}

} // namespace

TensorListModel::TensorListModel(BackendClient* client, QObject* parent) : QAbstractTableModel(parent), m_client(client)
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(80);
    connect(&m_typing, &QTimer::timeout, this, &TensorListModel::reload);
}

void TensorListModel::setFormatter(const Formatter& formatter)
{
    m_formatter = formatter;
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

void TensorListModel::setCheckpoint(const QString& path)
{
    m_path = path;
    reload();
}

void TensorListModel::setFilter(const QString& filter)
{
    m_filter = filter;
    m_typing.start();
}

void TensorListModel::reload()
{
    ++m_question;
    beginResetModel();
    m_pages.clear();
    m_asked.clear();
    m_total = 0;
    endResetModel();
    emit totalChanged(0);
    if (!m_path.isEmpty()) {
        request(0);
    }
}

void TensorListModel::request(int page) const
{
    if (m_asked.contains(page)) {
        return;
    }
    m_asked.insert(page);
    auto* self = const_cast<TensorListModel*>(this);
    const TensorQuery query{m_path, m_filter, std::int64_t(page) * kPageRows, kPageRows};
    m_client->listTensors(
        query, Reply<TensorPage>(self, [self, page, question = m_question](const Result<TensorPage>& result) {
            if (question != self->m_question) {
                return;
            }
            self->m_asked.remove(page);
            if (result.ok()) {
                self->accept(page, result.value());
            } else {
                emit self->failed(result.failure());
            }
        }));
}

void TensorListModel::accept(int page, const TensorPage& answer)
{
    m_pages.insert(page, new std::vector<TensorRow>(answer.tensors));
    if (answer.totalMatching != m_total) {
        beginResetModel();
        m_total = answer.totalMatching;
        endResetModel();
        emit totalChanged(m_total);
    } else if (!answer.tensors.empty()) {
        const int first = page * kPageRows;
        emit dataChanged(index(first, 0), index(first + int(answer.tensors.size()) - 1, ColumnCount - 1));
    }
}

int TensorListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(std::min<std::int64_t>(m_total, std::numeric_limits<int>::max()));
}

int TensorListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TensorListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    const int page = index.row() / kPageRows;
    const auto* rows = m_pages.object(page);
    if (rows == nullptr) {
        request(page);
        return role == Qt::DisplayRole && index.column() == Name ? QVariant(QStringLiteral("…")) : QVariant();
    }
    const auto offset = std::size_t(index.row() % kPageRows);
    if (offset >= rows->size()) {
        return {};
    }
    if (role == Qt::ToolTipRole && index.column() == Name) {
        return (*rows)[offset].name; // its column may be too narrow
    }
    if (role == Qt::ToolTipRole) {
        return index.column() == Bytes ? QVariant(m_formatter.exactBytes((*rows)[offset].memoryBytes)) : QVariant();
    }
    return cell((*rows)[offset], index.column());
}

QVariant TensorListModel::cell(const TensorRow& row, int column) const
{
    switch (column) {
    case Name:
        return row.name;
    case DType:
        return row.dtype.isEmpty() ? tr("not here yet") : row.dtype; // only the index file names it
    case Shape:
        return row.dtype.isEmpty() && row.shape.empty() ? QString() : shapeText(row.shape);
    case Bytes:
        return row.dtype.isEmpty() ? QString() : m_formatter.bytes(row.memoryBytes);
    case Role:
        return row.role;
    case File:
        return row.file;
    default:
        return {};
    }
}

QVariant TensorListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name:
        return tr("Tensor");
    case DType:
        return tr("Type");
    case Shape:
        return tr("Shape");
    case Bytes:
        return tr("Size");
    case Role:
        return tr("Role");
    case File:
        return tr("File");
    default:
        return {};
    }
}

} // namespace firstlight::ui
