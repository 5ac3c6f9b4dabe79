// What is selected, the same on every page: a rank chosen on one is the rank on all.
#pragma once

#include "ui/client/common_values.h"

#include <QObject>

namespace firstlight::ui {

enum class SelectedKind { Nothing, Node, Device, Rank, Stage, Tensor, Event };

struct Selected {
    SelectedKind kind = SelectedKind::Nothing;
    QString node;       // of Node, Device
    int device = 0;     // of Device
    int rank = kNoRank; // of Rank, and of a Tensor's slice
    Stage stage = Stage::Unknown;
    QString tensor;
    std::int64_t sequence = 0; // of Event

    bool operator==(const Selected&) const = default;
};

class Selection : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const Selected& selected() const { return m_selected; }
    [[nodiscard]] int rank() const { return m_selected.rank; }

    void select(const Selected& selected)
    {
        if (m_selected != selected) {
            m_selected = selected;
            emit changed(m_selected);
        }
    }
    void selectRank(int rank) { select({SelectedKind::Rank, {}, 0, rank, Stage::Unknown, {}, 0}); }
    void selectNode(const QString& node) { select({SelectedKind::Node, node, 0, kNoRank, Stage::Unknown, {}, 0}); }
    void selectStage(Stage stage) { select({SelectedKind::Stage, {}, 0, kNoRank, stage, {}, 0}); }
    void clear() { select({}); }

signals:
    void changed(const firstlight::ui::Selected& selected);

private:
    Selected m_selected;
};

} // namespace firstlight::ui
