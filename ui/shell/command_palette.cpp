#include "ui/shell/command_palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace firstlight::ui {
namespace {

constexpr int kWidth = 560;
constexpr int kHeight = 360;
constexpr int kTop = 56;

} // namespace

int paletteScore(const QString& title, const QString& search)
{
    int score = 1;
    for (const QString& word : search.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const qsizetype at = title.indexOf(word, 0, Qt::CaseInsensitive);
        if (at < 0) {
            return 0;
        }
        const bool startsWord = at == 0 || !title.at(at - 1).isLetterOrNumber();
        score += at == 0 ? 3 : startsWord ? 2 : 1;
    }
    return score;
}

CommandPalette::CommandPalette(Look* look, QWidget* window)
    : QFrame(window), m_look(look), m_field(new QLineEdit(this)), m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setProperty("card", true);
    setAutoFillBackground(true);
    m_field->setObjectName(QStringLiteral("paletteField"));
    m_field->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_field, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    hide();
    retranslate();
}

void CommandPalette::retranslate()
{
    m_field->setPlaceholderText(tr("Page, rank, node, log line or action"));
    m_field->setAccessibleName(tr("Command field"));
    m_list->setAccessibleName(tr("What was found"));
}

void CommandPalette::addSource(PaletteSource source)
{
    m_sources.push_back(std::move(source));
}

void CommandPalette::open()
{
    m_focusBefore = QApplication::focusWidget();
    const int width = std::min(kWidth, parentWidget()->width() - 32);
    setGeometry((parentWidget()->width() - width) / 2, kTop, width,
                std::min(kHeight, parentWidget()->height() - kTop - 16));
    m_field->clear();
    search();
    show();
    raise();
    m_field->setFocus();
}

void CommandPalette::dismiss()
{
    hide();
    if (m_focusBefore != nullptr && m_focusBefore->isVisible()) {
        m_focusBefore->setFocus();
    }
    m_focusBefore = nullptr;
}

void CommandPalette::search()
{
    const QString text = m_field->text().trimmed();
    m_items.clear();
    for (const PaletteSource& source : m_sources) {
        for (PaletteItem& item : source(text)) {
            m_items.push_back(std::move(item));
        }
    }
    std::ranges::stable_sort(m_items, std::greater{},
                             [&](const PaletteItem& item) { return paletteScore(item.title, text); });
    m_items.resize(std::min<std::size_t>(m_items.size(), kMaxItems));
    m_list->clear();
    for (const PaletteItem& item : m_items) {
        const QString line =
            item.detail.isEmpty() ? item.title : QStringLiteral("%1    %2").arg(item.title, item.detail);
        m_list->addItem(new QListWidgetItem(m_look->icon(item.icon), line));
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::runCurrent()
{
    const int row = m_list->currentRow();
    if (row < 0) {
        return;
    }
    const auto run = m_items[static_cast<std::size_t>(row)].run;
    dismiss();
    run();
}

void CommandPalette::moveCurrent(int by)
{
    if (m_list->count() > 0) {
        m_list->setCurrentRow(std::clamp(m_list->currentRow() + by, 0, m_list->count() - 1));
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut && isVisible()) {
        hide();
    }
    if (event->type() != QEvent::KeyPress) {
        return QFrame::eventFilter(watched, event);
    }
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
        moveCurrent(1);
        return true;
    case Qt::Key_Up:
        moveCurrent(-1);
        return true;
    case Qt::Key_Escape:
        dismiss();
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

void CommandPalette::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

} // namespace firstlight::ui
