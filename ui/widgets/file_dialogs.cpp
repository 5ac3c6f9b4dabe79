#include "ui/widgets/file_dialogs.h"

#include <QFileDialog>

namespace firstlight::ui {
namespace {

QFileDialog* makeDialog(QWidget* parent, const QString& objectName, const QString& title, const QString& start)
{
    auto* dialog = new QFileDialog(parent, title, start);
    dialog->setObjectName(objectName);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    return dialog;
}

} // namespace

QFileDialog* openFolderDialog(QWidget* parent, const QString& objectName, const QString& title, const QString& folder)
{
    QFileDialog* dialog = makeDialog(parent, objectName, title, folder);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->open();
    return dialog;
}

QFileDialog* openCheckpointFileDialog(QWidget* parent, const QString& objectName, const QString& title,
                                      const QString& start)
{
    QFileDialog* dialog = makeDialog(parent, objectName, title, start);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({QStringLiteral("*.gguf *.json *.safetensors *.bin *.pth *.pt"), QStringLiteral("*")});
    dialog->open();
    return dialog;
}

QFileDialog* openSaveDialog(QWidget* parent, const QString& objectName, const QString& title, const QString& file,
                            const QString& suffix)
{
    QFileDialog* dialog = makeDialog(parent, objectName, title, file);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(QStringLiteral("*.") + suffix);
    dialog->setDefaultSuffix(suffix);
    dialog->open();
    return dialog;
}

} // namespace firstlight::ui
