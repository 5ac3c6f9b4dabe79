#include "ui/widgets/image_well.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

namespace firstlight::ui {
namespace {

constexpr int kThumbnail = 64;
constexpr int kHeight = 88;
constexpr int kKeyRole = Qt::UserRole;
constexpr int kCross = 16;

// Every picture carries a small cross in its corner.
class CrossDelegate : public QStyledItemDelegate
{
public:
    CrossDelegate(Look* look, QObject* parent) : QStyledItemDelegate(parent), m_look(look) {}

    [[nodiscard]] static QRect crossIn(const QRect& item)
    {
        return {item.right() - kCross - 2, item.top() + 2, kCross, kCross};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const QPixmap cross = m_look->pixmap(QStringLiteral("close"), kCross, m_look->color(ColorToken::TextMuted));
        painter->drawPixmap(crossIn(option.rect).topLeft(), cross);
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(kCross + 4, 0);
    }

private:
    Look* m_look;
};

} // namespace

ImageWell::ImageWell(Look* look, QWidget* parent) : QListWidget(parent), m_look(look)
{
    setFlow(QListView::LeftToRight);
    setWrapping(false);
    setViewMode(QListView::ListMode);
    setIconSize({kThumbnail, kThumbnail});
    setSpacing(4);
    setDragDropMode(QAbstractItemView::InternalMove);
    setDefaultDropAction(Qt::MoveAction);
    setFixedHeight(kHeight);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVisible(false);
    setItemDelegate(new CrossDelegate(look, this));
    connect(look, &Look::changed, this, &ImageWell::refreshIcons);
    retranslate();
}

void ImageWell::retranslate()
{
    setAccessibleName(tr("Pictures for the next question"));
    setToolTip(tr("Drag to reorder; Delete or the cross removes a picture."));
}

QIcon ImageWell::iconOf(const ChatImage& image) const
{
    return image.thumbnail.isNull() ? m_look->icon(QStringLiteral("image"))
                                    : QIcon(QPixmap::fromImage(image.thumbnail));
}

const ChatImage& ImageWell::imageAt(int row) const
{
    return *m_images.constFind(item(row)->data(kKeyRole).toInt());
}

void ImageWell::refreshIcons()
{
    for (int i = 0; i < count(); ++i) {
        item(i)->setIcon(iconOf(imageAt(i)));
    }
}

void ImageWell::add(const ChatImage& image)
{
    auto* entry = new QListWidgetItem(iconOf(image), QString());
    const QString size =
        image.size.isValid() ? tr("%1 × %2").arg(image.size.width()).arg(image.size.height()) : QString();
    entry->setText(QStringLiteral("%1\n%2").arg(fontMetrics().elidedText(image.name, Qt::ElideMiddle, 120), size));
    entry->setToolTip(image.name);
    entry->setData(kKeyRole, m_nextKey);
    m_images.insert(m_nextKey++, image);
    addItem(entry);
    setVisible(true);
    emit contentChanged();
}

std::vector<ChatImage> ImageWell::takeAll()
{
    std::vector<ChatImage> images;
    for (int i = 0; i < count(); ++i) {
        images.push_back(imageAt(i));
    }
    clear();
    m_images.clear();
    setVisible(false);
    emit contentChanged();
    return images;
}

QStringList ImageWell::names() const
{
    QStringList names;
    for (int i = 0; i < count(); ++i) {
        names += imageAt(i).name;
    }
    return names;
}

void ImageWell::moveCurrent(int by)
{
    const int from = currentRow();
    const int to = from + by;
    if (from >= 0 && to >= 0 && to < count()) {
        insertItem(to, takeItem(from));
        setCurrentRow(to);
        emit contentChanged();
    }
}

void ImageWell::removeCurrent()
{
    if (currentRow() < 0) {
        return;
    }
    m_images.remove(currentItem()->data(kKeyRole).toInt());
    delete takeItem(currentRow());
    setVisible(count() > 0);
    emit contentChanged();
}

QRect ImageWell::crossOf(int row) const
{
    return CrossDelegate::crossIn(visualItemRect(item(row)));
}

void ImageWell::mousePressEvent(QMouseEvent* event)
{
    const int clicked = indexAt(event->pos()).row();
    if (clicked >= 0 && event->button() == Qt::LeftButton && crossOf(clicked).contains(event->pos())) {
        setCurrentRow(clicked);
        removeCurrent();
        return;
    }
    QListWidget::mousePressEvent(event);
}

void ImageWell::keyPressEvent(QKeyEvent* event)
{
    const bool alt = event->modifiers() == Qt::AltModifier;
    if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace) {
        removeCurrent();
    } else if (alt && event->key() == Qt::Key_Left) {
        moveCurrent(-1);
    } else if (alt && event->key() == Qt::Key_Right) {
        moveCurrent(1);
    } else {
        QListWidget::keyPressEvent(event);
    }
}

void ImageWell::dropEvent(QDropEvent* event)
{
    QListWidget::dropEvent(event);
    emit contentChanged();
}

void ImageWell::contextMenuEvent(QContextMenuEvent* event)
{
    if (itemAt(event->pos()) == nullptr) {
        return;
    }
    setCurrentItem(itemAt(event->pos()));
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(m_look->icon(QStringLiteral("clear")), tr("Remove"), this, &ImageWell::removeCurrent);
    menu->addAction(m_look->icon(QStringLiteral("left")), tr("Move left"), this, [this] { moveCurrent(-1); });
    menu->addAction(m_look->icon(QStringLiteral("right")), tr("Move right"), this, [this] { moveCurrent(1); });
    menu->popup(event->globalPos());
}

} // namespace firstlight::ui
