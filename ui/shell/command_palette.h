// Ctrl+K: one field that finds pages, actions, ranks, nodes and log lines, and goes there.
#pragma once

#include "ui/widgets/look.h"

#include <QFrame>
#include <QPointer>

class QLineEdit;
class QListWidget;

namespace firstlight::ui {

struct PaletteItem {
    QString title;
    QString detail; // what kind of thing it is, or its shortcut
    QString icon;
    std::function<void()> run;
};

// Gives what matches a (trimmed) search text; called at every key, so it must be quick.
using PaletteSource = std::function<std::vector<PaletteItem>(const QString& search)>;

// How well `title` answers `search`: 0 not at all, higher is better. Every word must occur.
[[nodiscard]] int paletteScore(const QString& title, const QString& search);

class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    static constexpr int kMaxItems = 50;

    explicit CommandPalette(Look* look, QWidget* window);

    void addSource(PaletteSource source);
    void open();
    void dismiss();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void search();
    void runCurrent();
    void moveCurrent(int by);
    void retranslate();

    Look* m_look;
    QLineEdit* m_field;
    QListWidget* m_list;
    std::vector<PaletteSource> m_sources;
    std::vector<PaletteItem> m_items; // as listed
    QPointer<QWidget> m_focusBefore;
};

} // namespace firstlight::ui
