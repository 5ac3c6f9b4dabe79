#include "ui/models/log_model.h"

#include "ui/models/backend_text.h"
#include "ui/models/words.h"

#include <algorithm>

namespace firstlight::ui {
namespace {

// The entry that this line repeats, or -1.
template <class Entries>
std::ptrdiff_t foldTarget(const Entries& entries, const LogLine& line)
{
    const std::size_t oldest = entries.size() > LogModel::kFoldDistance ? entries.size() - LogModel::kFoldDistance : 0;
    for (std::size_t i = entries.size(); i-- > oldest;) {
        const LogLine& candidate = entries[i].line;
        if (line.time - candidate.time >= LogModel::kFoldTime) {
            return -1;
        }
        if (candidate.text == line.text && candidate.program == line.program && candidate.severity == line.severity) {
            return static_cast<std::ptrdiff_t>(i);
        }
    }
    return -1;
}

void addRepetition(LogEntry& entry, const LogLine& line)
{
    ++entry.count;
    const auto position = std::ranges::lower_bound(entry.ranks, line.rank);
    if (position == entry.ranks.end() || *position != line.rank) {
        entry.ranks.insert(position, line.rank);
    }
}

} // namespace

LogModel::LogModel(BackendClient* client, QObject* parent) : QAbstractTableModel(parent)
{
    connect(client, &BackendClient::logsArrived, this, [this](const LogChunk& chunk) {
        append(chunk.lines);
        if (std::exchange(m_droppedTotal, chunk.droppedTotal) != chunk.droppedTotal) {
            emit droppedChanged();
        }
    });
    connect(client, &BackendClient::eventsArrived, this, [this](const std::vector<Event>& events) { append(events); });
    m_lines = client->watch(Stream::Logs);
    m_events = client->watch(Stream::Events);
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int LogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Time:
        return tr("Time");
    case Source:
        return tr("Source");
    case Level:
        return tr("Level");
    case Text:
        return tr("Message");
    default:
        return {};
    }
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const LogEntry& entry = this->entry(index.row());
    switch (role) {
    case SeverityRole:
        return static_cast<int>(entry.line.severity);
    case RawTextRole:
        return entry.line.text;
    case RanksRole:
        return QVariant::fromValue(entry.ranks);
    case Qt::ToolTipRole:
        return index.column() == Text ? QVariant(entry.line.text) : QVariant(m_formatter.dateTime(entry.line.time));
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (index.column()) {
    case Time:
        return m_formatter.clockTime(entry.line.time);
    case Source:
        return sourceText(entry);
    case Level:
        return severityWord(entry.line.severity);
    default:
        return lineText(entry);
    }
}

QString LogModel::sourceText(const LogEntry& entry) const
{
    if (entry.ranks.size() > 1) {
        return tr("%n ranks", nullptr, static_cast<int>(entry.ranks.size()));
    }
    if (entry.line.rank != kNoRank) {
        return rankWord(entry.line.rank);
    }
    if (!entry.line.node.isEmpty()) {
        return entry.line.node;
    }
    return entry.event == nullptr ? entry.line.program : tr("controller");
}

QString LogModel::lineText(const LogEntry& entry) const
{
    return entry.count == 1 ? entry.line.text
                            : tr("%1   ×%2", "a log line and how often it came").arg(entry.line.text).arg(entry.count);
}

void LogModel::append(const std::vector<LogLine>& lines)
{
    std::vector<LogEntry> fresh;
    for (const LogLine& line : lines) {
        noteRank(line.rank);
        const std::ptrdiff_t among = foldTarget(fresh, line);
        const std::ptrdiff_t row = among < 0 ? foldTarget(m_entries, line) : -1;
        if (among >= 0) {
            addRepetition(fresh[static_cast<std::size_t>(among)], line);
        } else if (row >= 0) {
            addRepetition(m_entries[static_cast<std::size_t>(row)], line);
            emit dataChanged(index(static_cast<int>(row), Source), index(static_cast<int>(row), Text),
                             {Qt::DisplayRole, RanksRole});
        } else {
            fresh.push_back({line, 1, {line.rank}, nullptr});
        }
    }
    insert(std::move(fresh));
}

LogEntry LogModel::entryOf(const Event& event) const
{
    const LogLine line{event.sequence, event.time, event.deployment, event.node,
                       event.rank,     QString(),  event.severity,   eventText(event, m_formatter)};
    return {line, 1, {event.rank}, std::make_shared<const Event>(event)};
}

void LogModel::append(const std::vector<Event>& events)
{
    std::vector<LogEntry> fresh;
    for (const Event& event : events) {
        noteRank(event.rank);
        fresh.push_back(entryOf(event));
    }
    insert(std::move(fresh));
}

// Lines and events come by two ways, so what is new may belong before what is there.
void LogModel::insert(std::vector<LogEntry> entries)
{
    const auto timeOf = [](const LogEntry& entry) { return entry.line.time; };
    std::ranges::stable_sort(entries, {}, timeOf);
    if (entries.size() > kCapacity) {
        entries.erase(entries.begin(), entries.end() - static_cast<std::ptrdiff_t>(kCapacity));
    }
    makeRoomFor(entries.size());
    for (auto first = entries.begin(); first != entries.end();) {
        const auto position = std::ranges::upper_bound(m_entries, timeOf(*first), {}, timeOf);
        const auto end = position == m_entries.end()
                             ? entries.end()
                             : std::ranges::lower_bound(first + 1, entries.end(), timeOf(*position), {}, timeOf);
        const auto row = static_cast<int>(position - m_entries.begin());
        beginInsertRows({}, row, row + static_cast<int>(end - first) - 1);
        m_entries.insert(position, std::make_move_iterator(first), std::make_move_iterator(end));
        endInsertRows();
        first = end;
    }
}

void LogModel::makeRoomFor(std::size_t count)
{
    if (m_entries.size() + count > kCapacity) {
        const std::size_t excess = m_entries.size() + count - kCapacity;
        beginRemoveRows({}, 0, static_cast<int>(excess) - 1);
        m_entries.erase(m_entries.begin(), m_entries.begin() + static_cast<std::ptrdiff_t>(excess));
        endRemoveRows();
    }
}

void LogModel::noteRank(int rank)
{
    const auto position = std::ranges::lower_bound(m_knownRanks, rank);
    if (rank != kNoRank && (position == m_knownRanks.end() || *position != rank)) {
        m_knownRanks.insert(position, rank);
        emit knownRanksChanged();
    }
}

void LogModel::setFormatter(const Formatter& formatter)
{
    m_formatter = formatter;
    retranslate();
}

void LogModel::retranslate()
{
    for (LogEntry& entry : m_entries) {
        if (entry.event != nullptr) {
            entry.line.text = eventText(*entry.event, m_formatter);
        }
    }
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (!m_entries.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::DisplayRole});
    }
}

void LogModel::clear()
{
    beginResetModel();
    m_entries.clear();
    endResetModel();
}

LogFilter::LogFilter(LogModel* model, QObject* parent) : QSortFilterProxyModel(parent), m_model(model)
{
    setSourceModel(model);
}

void LogFilter::setMinimumSeverity(Severity severity)
{
    m_minimum = severity;
    invalidateFilter();
}

void LogFilter::setRank(int rank)
{
    m_rank = rank;
    invalidateFilter();
}

void LogFilter::setDeployment(const DeploymentId& id)
{
    if (m_deployment != id) {
        m_deployment = id;
        invalidateFilter();
    }
}

bool LogFilter::setSearch(const QString& pattern, bool regularExpression)
{
    const QRegularExpression search(regularExpression ? pattern : QRegularExpression::escape(pattern),
                                    QRegularExpression::CaseInsensitiveOption);
    if (!search.isValid()) {
        return false;
    }
    m_search = search;
    invalidateFilter();
    return true;
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const LogEntry& entry = m_model->entry(row);
    if (entry.line.severity < m_minimum) {
        return false;
    }
    const bool another = !entry.line.deployment.isEmpty() && entry.line.deployment != m_deployment;
    if (!m_deployment.isEmpty() && another) {
        return false;
    }
    if (m_rank != kAllRanks && std::ranges::find(entry.ranks, m_rank) == entry.ranks.end()) {
        return false;
    }
    return m_search.pattern().isEmpty() || m_search.match(entry.line.text).hasMatch();
}

} // namespace firstlight::ui
