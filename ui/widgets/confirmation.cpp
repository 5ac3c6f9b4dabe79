#include "ui/widgets/confirmation.h"

#include <QMessageBox>
#include <QPushButton>

namespace firstlight::ui {

void askBefore(QWidget* parent, const Confirmation& confirmation, std::function<void()> confirmed)
{
    auto* box = new QMessageBox(QMessageBox::Warning, QString(), confirmation.question, QMessageBox::NoButton, parent);
    box->setObjectName(confirmation.objectName);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(confirmation.consequence);
    QPushButton* confirm = box->addButton(confirmation.actionWord, QMessageBox::DestructiveRole);
    confirm->setObjectName(QStringLiteral("confirm"));
    QPushButton* cancel = box->addButton(QMessageBox::Cancel);
    cancel->setObjectName(QStringLiteral("cancel"));
    box->setDefaultButton(cancel);
    box->setEscapeButton(cancel);
    QObject::connect(confirm, &QPushButton::clicked, parent, std::move(confirmed));
    box->open();
}

} // namespace firstlight::ui
