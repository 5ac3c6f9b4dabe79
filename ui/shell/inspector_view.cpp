#include "ui/shell/inspector_view.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace firstlight::ui {

InspectorView::InspectorView(const Parts& parts, QWidget* parent)
    : QWidget(parent), m_parts(parts), m_title(new QLabel(this)), m_rows(new QTreeWidget(this))
{
    m_title->setObjectName(QStringLiteral("inspectorTitle"));
    m_title->setFont(Look::font(TextSize::Large));
    m_title->setWordWrap(true);
    m_rows->setObjectName(QStringLiteral("inspectorRows"));
    m_rows->setColumnCount(2);
    m_rows->setHeaderHidden(true);
    m_rows->setFont(Look::font(TextSize::Small));
    m_rows->setIndentation(12);
    m_rows->setFrameShape(QFrame::NoFrame);
    m_rows->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_rows, 1);
    layout->addStretch();
    connect(parts.selection, &Selection::changed, this, &InspectorView::refresh);
    connect(parts.deployments, &DeploymentStore::currentChanged, this, &InspectorView::refresh);
    connect(parts.metrics, &MetricStore::appended, this, &InspectorView::refresh);
    connect(parts.cluster, &ClusterStore::changed, this, &InspectorView::refresh);
    connect(parts.look, &Look::changed, this, &InspectorView::refresh);
    refresh();
}

void InspectorView::refresh()
{
    const Inspection inspection = inspect(m_parts.selection->selected(), *m_parts.deployments, *m_parts.cluster,
                                          *m_parts.metrics, m_parts.look->formatter());
    if (inspection.title.isEmpty()) {
        m_title->setText(tr("Select a rank, a node or a stage on any page to see all about it here."));
        m_title->setFont(Look::font(TextSize::Base));
        m_rows->clear();
        m_rows->hide();
        m_rows->setAccessibleName(m_title->text());
        m_shown = {};
        return;
    }
    if (inspection != m_shown) {
        show(inspection);
    }
}

// Values are replaced in place while the rows are the same, so that scrolling and selection stay.
void InspectorView::show(const Inspection& inspection)
{
    const auto sameRow = [](const InspectionRow& a, const InspectionRow& b) {
        return a.section == b.section && a.key == b.key;
    };
    const bool sameShape =
        std::equal(inspection.rows.begin(), inspection.rows.end(), m_shown.rows.begin(), m_shown.rows.end(), sameRow);
    m_title->setFont(Look::font(TextSize::Large));
    m_title->setText(inspection.title);
    m_rows->setAccessibleName(inspection.title);
    m_rows->show();
    if (!sameShape) {
        m_rows->clear();
    }
    QTreeWidgetItem* section = nullptr;
    int sectionIndex = -1;
    int rowIndex = 0;
    for (const InspectionRow& row : inspection.rows) {
        if (!row.section.isEmpty()) {
            section = sameShape ? m_rows->topLevelItem(++sectionIndex) : new QTreeWidgetItem(m_rows, {row.section});
            section->setFont(0, Look::font(TextSize::Small, QFont::DemiBold));
            section->setExpanded(true);
            rowIndex = 0;
        }
        QTreeWidgetItem* item = sameShape ? section->child(rowIndex++) : new QTreeWidgetItem(section, {row.key});
        item->setText(1, row.value);
        item->setToolTip(1, row.value);
    }
    m_shown = inspection;
}

void InspectorView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        refresh();
    }
}

} // namespace firstlight::ui
