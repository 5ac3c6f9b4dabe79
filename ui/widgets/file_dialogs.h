// File dialogs that do not block: they are open when the function returns, tell the choice by fileSelected, and delete
// themselves.
#pragma once

#include <QString>

class QFileDialog;
class QWidget;

namespace firstlight::ui {

QFileDialog* openFolderDialog(QWidget* parent, const QString& objectName, const QString& title, const QString& folder);
// Of any file; those that can be a checkpoint, or hold one, come first.
QFileDialog* openCheckpointFileDialog(QWidget* parent, const QString& objectName, const QString& title,
                                      const QString& start);
// `suffix` without its dot; it is added to a name that has none.
QFileDialog* openSaveDialog(QWidget* parent, const QString& objectName, const QString& title, const QString& file,
                            const QString& suffix);

} // namespace firstlight::ui
