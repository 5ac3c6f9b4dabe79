#include "ui/pages/reports_page.h"

#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/message_panel.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSaveFile>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace firstlight::ui {

ReportsPage::ReportsPage(BackendClient* client, const DeploymentStore* deployments, JobList* jobs, Look* look,
                         QWidget* parent)
    : Page(look, parent), m_client(client), m_deployments(deployments), m_jobs(jobs)
{
    m_title = new QLabel(this);
    m_title->setFont(Look::font(TextSize::Title));
    m_notice = new MessagePanel(look, this);
    m_notice->setObjectName(QStringLiteral("reportNotice"));
    m_notice->setVisible(false);
    m_empty = new EmptyState(look, QStringLiteral("reports"));
    m_preview = new QTextBrowser(this);
    // The report's own style is for browsers; of it the preview understands next to nothing.
    m_preview->document()->setDefaultStyleSheet(
        QStringLiteral("th, td { padding: 2px 12px 2px 0; } th { text-align: left; }"));
    m_preview->setObjectName(QStringLiteral("reportPreview"));
    m_preview->setOpenLinks(false);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_preview);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(kSmallGap);
    layout->addWidget(m_title);
    layout->addWidget(makeBar());
    layout->addWidget(m_notice);
    layout->addWidget(m_stack, 1);
    connect(deployments, &DeploymentStore::currentChanged, this, &ReportsPage::refresh);
    connect(client, &BackendClient::connectionStateChanged, this, &ReportsPage::refresh);
    retranslate();
}

QWidget* ReportsPage::makeBar()
{
    auto* bar = new QWidget(this);
    m_always = new QLabel(bar);
    m_always->setProperty("muted", true);
    m_always->setWordWrap(true);
    m_logs = new QCheckBox(bar);
    m_logs->setObjectName(QStringLiteral("reportLogs"));
    m_logs->setChecked(true);
    m_environment = new QCheckBox(bar);
    m_environment->setObjectName(QStringLiteral("reportEnvironment"));
    m_environment->setChecked(true);
    m_create = new QPushButton(bar);
    m_create->setObjectName(QStringLiteral("createReport"));
    m_create->setProperty("primary", true);
    m_save = new QPushButton(bar);
    m_save->setObjectName(QStringLiteral("saveReport"));
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    layout->addWidget(m_always, 1);
    layout->addWidget(m_logs);
    layout->addWidget(m_environment);
    layout->addWidget(m_save);
    layout->addWidget(m_create);
    connect(m_create, &QPushButton::clicked, this, &ReportsPage::create);
    connect(m_save, &QPushButton::clicked, this, &ReportsPage::openSaveDialog);
    return bar;
}

void ReportsPage::create()
{
    if (!m_create->isEnabled()) {
        return;
    }
    m_requested = true;
    m_notice->setVisible(false);
    const int job = m_jobs->begin(tr("Creating a report"));
    refresh();
    const DeploymentState* current = m_deployments->current();
    const ReportRequest request{current == nullptr ? DeploymentId() : current->id, m_logs->isChecked(),
                                m_environment->isChecked()};
    m_client->createReport(request, Reply<ReportFile>(this, [this, job](const Result<ReportFile>& result) {
                               m_jobs->end(job);
                               m_requested = false;
                               if (result.ok()) {
                                   showReport(result.value());
                               } else {
                                   m_notice->setFailure(result.failure());
                                   m_notice->setVisible(true);
                               }
                               refresh();
                           }));
}

void ReportsPage::showReport(const ReportFile& report)
{
    m_report = report;
    static const QRegularExpression kDrawings(QStringLiteral("<svg.*?</svg>"),
                                              QRegularExpression::DotMatchesEverythingOption);
    m_preview->setHtml(QString(report.html).remove(kDrawings)); // it would show their labels alone, in one line
    m_stack->setCurrentWidget(m_preview);
}

void ReportsPage::openSaveDialog()
{
    const QString file = QDir::home().filePath(m_report.fileName);
    connect(ui::openSaveDialog(this, QStringLiteral("saveReportDialog"), tr("Save the report"), file,
                               QStringLiteral("html")),
            &QFileDialog::fileSelected, this, &ReportsPage::saveTo);
}

void ReportsPage::saveTo(const QString& path)
{
    QSaveFile file(path);
    const QByteArray content = m_report.html.toUtf8();
    if (file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit()) {
        say(Tone::Good, tr("Saved as %1").arg(path), {});
    } else {
        say(Tone::Bad, tr("%1 could not be written: %2").arg(path, file.errorString()), tr("Choose another place."));
    }
}

void ReportsPage::say(Tone tone, const QString& title, const QString& text)
{
    m_notice->setMessage(tone, title, text);
    m_notice->setVisible(true);
}

void ReportsPage::refresh()
{
    const bool online = m_client->connectionState().phase == ConnectionPhase::Online;
    m_create->setEnabled(online && m_deployments->current() != nullptr && !m_requested);
    m_create->setText(m_requested ? tr("Requested…") : tr("Create report"));
    m_save->setEnabled(!m_report.html.isEmpty());
}

void ReportsPage::retranslate()
{
    m_title->setText(tr("Reports"));
    m_always->setText(tr("Verdict, timeline and ranks are always included. Also:"));
    m_logs->setText(tr("Logs"));
    m_environment->setText(tr("Environment"));
    m_save->setText(tr("Save as HTML…"));
    m_preview->setAccessibleName(tr("Preview of the report"));
    m_empty->setTexts(
        tr("No report yet"),
        tr("Bring a model up, then create a report: one HTML file that somebody without this console can read. "
           "It also works after a failure."));
    refresh();
    for (QCheckBox* box : {m_logs, m_environment}) {
        box->setAccessibleName(box->text());
    }
    for (QPushButton* button : {m_create, m_save}) {
        button->setAccessibleName(button->text());
    }
}

} // namespace firstlight::ui
