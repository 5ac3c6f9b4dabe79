// The pages of the console in their order. Adding a page is one pair of files in ui/pages and one line where the
// pages are composed (app/console).
#pragma once

#include <QCoreApplication>
#include <QKeySequence>
#include <QString>
#include <QWidget>

#include <vector>

namespace firstlight::ui {

struct PageEntry {
    QString id;        // stable: in settings, on the command line
    const char* title; // QT_TRANSLATE_NOOP("Pages", …)
    QString icon;      // of resources/icons
    QWidget* widget;   // becomes a child of the window
};

[[nodiscard]] inline QString pageTitle(const PageEntry& page)
{
    return QCoreApplication::translate("Pages", page.title);
}

using PageList = std::vector<PageEntry>;

} // namespace firstlight::ui
