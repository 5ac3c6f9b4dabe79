#include "ui/pages/model_page.h"

#include "ui/client/failure_text.h"
#include "ui/models/backend_text.h"
#include "ui/models/row_table_model.h"
#include "ui/models/words.h"
#include "ui/widgets/dense_table.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/message_panel.h"

#include <QAbstractTextDocumentLayout>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QTextBrowser>

#include <algorithm>
#include <cmath>
#include <functional>

namespace firstlight::ui {
namespace {

constexpr double kLargestVerdictShare = 0.4; // of the page's height
constexpr int kWidestValue = 420;            // of the architecture table
constexpr int kWidestLayers = 260;           // of the coverage table: leaves room for notes

// How wide the columns of the manifest are; names take the rest.
struct ColumnWidth {
    TensorListModel::Column column;
    int pixels;
};
constexpr ColumnWidth kManifestWidths[] = {{TensorListModel::DType, 88},
                                           {TensorListModel::Shape, 124},
                                           {TensorListModel::Bytes, 72},
                                           {TensorListModel::Role, 144},
                                           {TensorListModel::File, 140}};

void addRow(QTableWidget* table, const QStringList& cells)
{
    const int row = table->rowCount();
    table->insertRow(row);
    for (int column = 0; column < cells.size(); ++column) {
        auto* item = new QTableWidgetItem(cells[column]);
        item->setToolTip(cells[column]);
        table->setItem(row, column, item);
    }
}

QString layerRanges(const std::vector<int>& layers)
{
    QStringList parts;
    for (std::size_t first = 0; first < layers.size();) {
        std::size_t last = first;
        while (last + 1 < layers.size() && layers[last + 1] == layers[last] + 1) {
            ++last;
        }
        parts.append(first == last ? QString::number(layers[first])
                                   : QStringLiteral("%1–%2").arg(layers[first]).arg(layers[last]));
        first = last + 1;
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

ModelPage::ModelPage(BackendClient* client, CheckpointStore* checkpoint, Look* look, QWidget* parent)
    : Page(look, parent), m_client(client), m_checkpoint(checkpoint), m_tensors(new TensorListModel(client, this))
{
    setObjectName(QStringLiteral("modelPage"));
    setAcceptDrops(true);
    m_tensors->setFormatter(look->formatter());
    buildLayout();
    connectAll();
    retranslate();
}

void ModelPage::buildLayout()
{
    m_path = new QLineEdit(this);
    m_path->setObjectName(QStringLiteral("modelPath"));
    m_open = new QPushButton(this);
    m_open->setObjectName(QStringLiteral("modelOpen"));
    m_openFile = new QPushButton(this);
    m_openFile->setObjectName(QStringLiteral("modelOpenFile"));
    auto* bar = new QHBoxLayout;
    bar->setSpacing(kSmallGap);
    bar->addWidget(m_path, 1);
    bar->addWidget(m_open);
    bar->addWidget(m_openFile);

    m_empty = new EmptyState(look(), QStringLiteral("model"));
    m_empty->setObjectName(QStringLiteral("modelEmpty"));
    m_title = new QLabel(this);
    m_title->setFont(Look::font(TextSize::Title));

    auto* content = new QWidget(this);
    m_verdict = new QTextBrowser(content);
    m_verdict->setObjectName(QStringLiteral("modelVerdict"));
    m_summary = new QLabel(content);
    m_summary->setObjectName(QStringLiteral("modelSummary"));
    m_summary->setWordWrap(true);
    m_tabs = new QTabWidget(content);
    m_tabs->setObjectName(QStringLiteral("modelTabs"));
    m_architecture = makeDenseTable(4, QStringLiteral("modelArchitecture"), look(), m_tabs);
    m_coverage = makeDenseTable(4, QStringLiteral("modelCoverage"), look(), m_tabs);
    m_bytes = makeDenseTable(5, QStringLiteral("modelBytes"), look(), m_tabs, {2, 3, 4});

    m_manifest = new QWidget(m_tabs);
    m_filter = new QLineEdit(m_manifest);
    m_filter->setObjectName(QStringLiteral("modelFilter"));
    m_filter->setClearButtonEnabled(true);
    m_matching = new QLabel(m_manifest);
    m_matching->setProperty("muted", true);
    m_list = new QTableView(m_manifest);
    m_list->setObjectName(QStringLiteral("modelManifest"));
    m_list->setModel(m_tensors);
    setUpDenseTable(m_list, look(), {TensorListModel::Bytes});
    for (const ColumnWidth& width : kManifestWidths) {
        m_list->setColumnWidth(width.column, width.pixels);
    }
    m_list->horizontalHeader()->setStretchLastSection(false);
    m_list->horizontalHeader()->setSectionResizeMode(TensorListModel::Name, QHeaderView::Stretch);
    m_list->setTextElideMode(Qt::ElideMiddle); // names differ at their ends
    auto* search = new QHBoxLayout;
    search->setContentsMargins(0, 0, kSmallGap, 0);
    search->addWidget(m_filter, 1);
    search->addWidget(m_matching);
    auto* manifest = new QVBoxLayout(m_manifest);
    manifest->setContentsMargins(0, 8, 0, 0);
    manifest->addLayout(search);
    manifest->addWidget(m_list, 1);
    for (QWidget* tab : {static_cast<QWidget*>(m_architecture), static_cast<QWidget*>(m_coverage),
                         static_cast<QWidget*>(m_bytes), m_manifest}) {
        m_tabs->addTab(tab, QString());
    }

    auto* inner = new QVBoxLayout(content);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(kSmallGap);
    inner->addWidget(m_verdict);
    inner->addWidget(m_summary);
    inner->addWidget(m_tabs, 1);

    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->setSpacing(kSmallGap);
    column->addWidget(m_title);
    column->addLayout(bar);
    column->addWidget(m_stack, 1);
}

void ModelPage::connectAll()
{
    connect(m_open, &QPushButton::clicked, this, &ModelPage::browse);
    connect(m_openFile, &QPushButton::clicked, this, &ModelPage::browseFiles);
    connect(m_path, &QLineEdit::returnPressed, this, [this] { m_checkpoint->open(m_path->text().trimmed()); });
    connect(m_checkpoint, &CheckpointStore::changed, this, &ModelPage::refresh);
    connect(m_verdict->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &ModelPage::fitVerdict);
    connect(m_filter, &QLineEdit::textChanged, m_tensors, &TensorListModel::setFilter);
    connect(m_tensors, &TensorListModel::totalChanged, this, [this](std::int64_t total) {
        m_matching->setText(tr("%1 tensors").arg(look()->formatter().count(total)));
        showListHint();
    });
    connect(m_tensors, &TensorListModel::failed, this,
            [this](const Failure& failure) { m_matching->setText(failureSentence(failure)); });
    connect(look(), &Look::changed, this, [this] {
        m_tensors->setFormatter(look()->formatter());
        refresh();
    });
}

void ModelPage::retranslate()
{
    m_title->setText(tr("Model"));
    m_path->setPlaceholderText(tr("Checkpoint folder, GGUF file, or a config.json alone"));
    m_path->setAccessibleName(tr("Checkpoint path"));
    m_open->setText(tr("Open folder…"));
    m_openFile->setText(tr("Open file…"));
    m_openFile->setToolTip(tr("A GGUF file, or a config.json alone"));
    m_architecture->setHorizontalHeaderLabels({tr("Part"), tr("Property"), tr("Value"), tr("From")});
    m_coverage->setHorizontalHeaderLabels({tr("Operator"), tr("Support"), tr("Layers"), tr("Note")});
    m_bytes->setHorizontalHeaderLabels({tr("By"), tr("Name"), tr("Size"), tr("Tensors"), tr("Parameters")});
    m_tabs->setTabText(0, tr("Architecture"));
    m_tabs->setTabText(1, tr("Coverage"));
    m_tabs->setTabText(2, tr("Bytes"));
    m_tabs->setTabText(3, tr("Tensors"));
    m_filter->setPlaceholderText(tr("Filter by name: all of these words; * for any text"));
    m_filter->setAccessibleName(tr("Filter tensors by name"));
    m_list->setAccessibleName(tr("Tensor manifest"));
    showListHint();
    m_verdict->setAccessibleName(tr("Verdict"));
    m_architecture->setAccessibleName(m_tabs->tabText(0));
    m_coverage->setAccessibleName(m_tabs->tabText(1));
    m_bytes->setAccessibleName(m_tabs->tabText(2));
    refresh();
}

void ModelPage::showListHint()
{
    setEmptyHint(m_list, m_filter->text().trimmed().isEmpty()
                             ? tr("There is no file here that lists tensors: neither weights nor an index.")
                             : tr("No tensor's name contains this text; clear the filter to see all."));
}

void ModelPage::browse()
{
    connect(openFolderDialog(this, QStringLiteral("modelDialog"), tr("Open a checkpoint folder"), m_path->text()),
            &QFileDialog::fileSelected, m_checkpoint, &CheckpointStore::open);
}

void ModelPage::browseFiles()
{
    connect(
        openCheckpointFileDialog(this, QStringLiteral("modelFileDialog"), tr("Open a checkpoint file"), m_path->text()),
        &QFileDialog::fileSelected, m_checkpoint, &CheckpointStore::open);
}

void ModelPage::dragEnterEvent(QDragEnterEvent* event)
{
    const auto urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile()) {
        event->acceptProposedAction();
    }
}

void ModelPage::dropEvent(QDropEvent* event)
{
    m_checkpoint->open(event->mimeData()->urls().value(0).toLocalFile());
    event->acceptProposedAction();
}

void ModelPage::refresh()
{
    const QString path = m_checkpoint->path();
    if (std::exchange(m_shown, path) != path) { // an answer must not undo what is being typed
        m_path->setText(path);
    }
    const auto& report = m_checkpoint->report();
    m_stack->setCurrentIndex(report ? 1 : 0);
    if (!report) {
        m_listed.clear();
        showEmpty();
        return;
    }
    showVerdicts(*report);
    showSummary(*report);
    showArchitecture(*report);
    showCoverage(*report);
    showBytes(*report);
    if (m_listed != report->path) {
        m_listed = report->path;
        m_filter->clear(); // it was meant for another model
        m_tensors->setCheckpoint(report->path);
    }
}

void ModelPage::showEmpty()
{
    const FailureText failure = failureText(m_checkpoint->failure());
    if (m_checkpoint->isInspecting()) {
        m_empty->setTexts(tr("Reading…"), m_checkpoint->path());
    } else if (m_checkpoint->failure().isSet()) {
        m_empty->setTexts(failure.what, failure.nextStep);
    } else {
        m_empty->setTexts(
            tr("No checkpoint is open"),
            tr("Open or drop a folder with config.json and safetensors files, a GGUF file, or a config.json alone."));
    }
}

QString ModelPage::verdictHtml(const QString& question, const Verdict& verdict) const
{
    const QColor color = look()->theme().toneColor(verdictTone(verdict.state));
    QString html = QStringLiteral("<p><b>%1</b>&nbsp; <span style=\"color:%2\">%3</span>")
                       .arg(question.toHtmlEscaped(), color.name(), verdictWord(verdict.state).toHtmlEscaped());
    for (const Failure& finding : verdict.findings) {
        html += QStringLiteral("<br>&nbsp;&nbsp;• %1").arg(failureSentence(finding).toHtmlEscaped());
    }
    return html + QStringLiteral("</p>");
}

void ModelPage::showVerdicts(const CheckpointReport& report)
{
    m_verdict->setHtml(verdictHtml(tr("Complete?"), report.complete) +
                       verdictHtml(tr("Consistent?"), report.consistent) +
                       verdictHtml(tr("Supported?"), report.supported));
}

// As tall as its text at the width it has; more findings scroll.
void ModelPage::fitVerdict(const QSizeF& text)
{
    const int whole = static_cast<int>(std::ceil(text.height())) + 2 * m_verdict->frameWidth();
    const int largest = static_cast<int>(height() * kLargestVerdictShare);
    m_verdict->setFixedHeight(std::min(whole, largest));
    m_verdict->setVerticalScrollBarPolicy(whole > largest ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
}

void ModelPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    fitVerdict(m_verdict->document()->size());
}

void ModelPage::showSummary(const CheckpointReport& report)
{
    const Formatter& format = look()->formatter();
    QStringList parts{report.name, report.modelType};
    const auto count = [&](std::int64_t number) {
        return number > 0 ? format.shortCount(number) : tr("an unknown number of");
    };
    if (report.parametersActive > 0) {
        parts.append(tr("%1 parameters, %2 active")
                         .arg(format.shortCount(report.parametersTotal), format.shortCount(report.parametersActive)));
    } else {
        parts.append(tr("%1 parameters").arg(count(report.parametersTotal)));
    }
    const QString weights = format.bytes(report.weightBytes);
    parts.append(report.shardCount == 0 ? tr("%1 of weights, which are not here").arg(weights)
                                        : tr("%1 of weights in %n files", nullptr, report.shardCount).arg(weights));
    if (report.maxContextTokens > 0) { // a family, or the file itself, says so
        parts.append(tr("KV cache %1 a token").arg(format.bytes(report.kvBytesPerToken)));
        if (report.boundedCacheBytes > 0) {
            parts.append(tr("windows and states %1 a sequence at most").arg(format.bytes(report.boundedCacheBytes)));
        }
        parts.append(tr("context up to %1 tokens").arg(format.count(report.maxContextTokens)));
    }
    parts.append(report.hasVision ? tr("text and images") : tr("text only"));
    if (!report.hasTokenizer) {
        parts.append(tr("no tokenizer"));
    }
    if (!report.hasChatTemplate) {
        parts.append(tr("no chat template"));
    }
    m_summary->setText(parts.join(QStringLiteral("  ·  ")));
    m_summary->setToolTip(
        tr("Read in %1; configuration hash %2").arg(format.duration(report.inspectDuration), report.configHash));
}

void ModelPage::showArchitecture(const CheckpointReport& report)
{
    m_architecture->setRowCount(0);
    for (const ArchitectureRow& row : report.architecture) {
        addRow(m_architecture, {architectureWord(row.section), architectureWord(row.key), architectureWord(row.value),
                                architectureWord(row.origin)});
    }
    m_architecture->resizeColumnsToContents();
    m_architecture->setColumnWidth(2,
                                   std::min(m_architecture->columnWidth(2), kWidestValue)); // leaves room for origins
}

void ModelPage::showCoverage(const CheckpointReport& report)
{
    m_coverage->setRowCount(0);
    auto operators = report.operators;
    std::ranges::stable_sort(operators, std::greater(), &OperatorCoverage::support); // what is missing first
    for (const OperatorCoverage& row : operators) {
        addRow(m_coverage, {row.operatorName, operatorSupportWord(row.support), layerRanges(row.layers), row.note});
        if (row.support == OperatorSupport::Missing) {
            m_coverage->item(m_coverage->rowCount() - 1, 1)->setData(MarkRole, QStringLiteral("warning"));
        }
    }
    const Formatter& format = look()->formatter();
    addRow(m_coverage, {tr("tensors"), report.tensorsMissing == 0 ? tr("complete") : tr("incomplete"), QString(),
                        tr("%1 expected, %2 found, %3 missing, %4 unused")
                            .arg(format.count(report.tensorsExpected), format.count(report.tensorsFound),
                                 format.count(report.tensorsMissing), format.count(report.tensorsUnused))});
    for (const QString& name : report.missingNames) {
        addRow(m_coverage, {name, tr("missing"), QString(), QString()});
    }
    for (const QString& name : report.unusedNames) {
        addRow(m_coverage, {name, tr("unused"), QString(), QString()});
    }
    m_coverage->resizeColumnsToContents();
    m_coverage->setColumnWidth(2, std::min(m_coverage->columnWidth(2), kWidestLayers));
}

void ModelPage::showBytes(const CheckpointReport& report)
{
    const Formatter& format = look()->formatter();
    m_bytes->setRowCount(0);
    const auto add = [&](const QString& by, const NamedBytes& row) {
        addRow(m_bytes, {by, row.name, format.bytes(row.memoryBytes), format.count(row.tensorCount),
                         format.count(row.parameterCount)});
    };
    for (const NamedBytes& row : report.byRole) {
        add(tr("role"), row);
    }
    for (const NamedBytes& row : report.byDtype) {
        add(tr("type"), row);
    }
    m_bytes->resizeColumnsToContents();
}

} // namespace firstlight::ui
