// The merged log on one clock: what all programs and ranks say, and what happened as the controller records it. The
// newest lines, identical lines folded.
#pragma once

#include "ui/client/backend_client.h"
#include "ui/models/formatting.h"
#include "ui/models/row_table_model.h"

#include <QAbstractTableModel>
#include <QRegularExpression>
#include <QSortFilterProxyModel>

#include <deque>
#include <memory>

namespace firstlight::ui {

struct LogEntry {
    LogLine line;                       // the first of them
    int count = 1;                      // how often it came
    std::vector<int> ranks;             // from which ranks, ascending
    std::shared_ptr<const Event> event; // set where the line is one

    bool operator==(const LogEntry&) const = default;
};

class LogModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Source, Level, Text, ColumnCount };
    enum Role { SeverityRole = TableRoleEnd, RanksRole, RawTextRole };

    static constexpr std::size_t kCapacity = 50'000;
    // A line folds into an entry at most this far back, and this much older.
    static constexpr std::size_t kFoldDistance = 32;
    static constexpr std::chrono::seconds kFoldTime{2};

    explicit LogModel(BackendClient* client, QObject* parent = nullptr);

    void append(const std::vector<LogLine>& lines);
    void append(const std::vector<Event>& events);
    void setFormatter(const Formatter& formatter);
    void retranslate();
    void clear();
    [[nodiscard]] std::int64_t droppedTotal() const { return m_droppedTotal; }
    [[nodiscard]] const LogEntry& entry(int row) const { return m_entries[static_cast<std::size_t>(row)]; }
    [[nodiscard]] std::vector<int> knownRanks() const { return m_knownRanks; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void knownRanksChanged();
    void droppedChanged();

private:
    void insert(std::vector<LogEntry> entries);
    void makeRoomFor(std::size_t count);
    [[nodiscard]] LogEntry entryOf(const Event& event) const;
    void noteRank(int rank);
    [[nodiscard]] QString sourceText(const LogEntry& entry) const;
    [[nodiscard]] QString lineText(const LogEntry& entry) const;

    std::deque<LogEntry> m_entries; // oldest first
    std::vector<int> m_knownRanks;
    Formatter m_formatter;
    std::int64_t m_droppedTotal = 0;
    Subscription m_lines;
    Subscription m_events;
};

// Level, rank and text filters over a LogModel.
class LogFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    static constexpr int kAllRanks = -2;

    explicit LogFilter(LogModel* model, QObject* parent = nullptr);

    void setMinimumSeverity(Severity severity);
    void setRank(int rank);                     // kNoRank: lines of no rank; kAllRanks: all
    void setDeployment(const DeploymentId& id); // only its lines, and those of none; empty: all
    // Plain text, or a regular expression; false if that is not valid (then nothing changes).
    bool setSearch(const QString& pattern, bool regularExpression);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const LogModel* m_model;
    Severity m_minimum = Severity::Unknown;
    int m_rank = kAllRanks;
    DeploymentId m_deployment;
    QRegularExpression m_search;
};

} // namespace firstlight::ui
