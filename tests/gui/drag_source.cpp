// A window of another program that offers a picture file to be dragged away: the file manager of the drag test.
// Prints "AT x y", the middle of the window on the screen, once it is there.
#include <QApplication>
#include <QDrag>
#include <QLabel>
#include <QMimeData>
#include <QMouseEvent>
#include <QTimer>
#include <QUrl>

#include <cstdio>

namespace {

class DragSource : public QLabel
{
public:
    explicit DragSource(const QString& path) : QLabel(QStringLiteral("drag me")), m_path(path)
    {
        setAlignment(Qt::AlignCenter);
        setFixedSize(200, 160);
        setWindowTitle(QStringLiteral("drag source"));
    }

protected:
    void mouseMoveEvent(QMouseEvent* event) override
    {
        if (!(event->buttons() & Qt::LeftButton)) {
            return;
        }
        auto* data = new QMimeData;
        data->setUrls({QUrl::fromLocalFile(m_path)});
        auto* drag = new QDrag(this); // deletes itself
        drag->setMimeData(data);
        const Qt::DropAction action = drag->exec(Qt::CopyAction);
        std::printf("DROPPED %d\n", static_cast<int>(action));
        std::fflush(stdout);
    }

private:
    const QString m_path;
};

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() != 4) {
        std::fputs("usage: drag_source FILE X Y\n", stderr);
        return 2;
    }
    DragSource source(arguments.at(1));
    source.move(arguments.at(2).toInt(), arguments.at(3).toInt());
    source.show();
    // Where the window manager has put it is known a moment after it was shown.
    QTimer placed;
    placed.setSingleShot(true);
    QObject::connect(&placed, &QTimer::timeout, [&source] {
        const QPoint middle = source.mapToGlobal(source.rect().center());
        std::printf("AT %d %d\n", middle.x(), middle.y());
        std::fflush(stdout);
    });
    placed.start(std::chrono::milliseconds(500));
    return QApplication::exec();
}
