// The tree behind the shard map: node, rank, layer, tensor.
#include "ui/pages/shard_colors.h"
#include "ui/pages/shards_page.h"

#include "ui/models/words.h"

#include <algorithm>
#include <map>

namespace firstlight::ui {
namespace {

struct LayerKey {
    bool vision = false;
    int layer = -1;

    auto operator<=>(const LayerKey&) const = default;
};

QString shapeText(const std::vector<std::int64_t>& shape)
{
    QStringList parts;
    for (const std::int64_t size : shape) {
        parts.append(QString::number(size));
    }
    return parts.join(QStringLiteral(" × "));
}

QString layerLabel(const LayerKey& key)
{
    if (key.vision) {
        return key.layer < 0 ? QCoreApplication::translate("ShardTree", "vision")
                             : QCoreApplication::translate("ShardTree", "vision layer %1").arg(key.layer);
    }
    return key.layer < 0 ? QCoreApplication::translate("ShardTree", "outside the layers")
                         : QCoreApplication::translate("ShardTree", "layer %1").arg(key.layer);
}

ShardNode tensorNode(const SliceReport& report, ShardsPage::Coloring coloring, const Look& look)
{
    ShardNode node;
    node.id = report.tensor;
    node.label = report.tensor.section(QLatin1Char('.'), -3);
    node.detail = QCoreApplication::translate("ShardTree", "%1\n%2, slice %3 of %4\n%5, %6\n%7")
                      .arg(report.tensor, report.dtype, shapeText(report.shape), shapeText(report.tensorShape),
                           look.formatter().bytes(report.memoryBytes), loadStateWord(report.state), report.file);
    node.weight = double(report.memoryBytes);
    node.color = coloring == ShardsPage::Coloring::Role ? roleColor(look.theme(), report.role)
                                                        : loadStateColor(look.theme(), report.state);
    return node;
}

ShardNode rankNode(int rank, const std::vector<const SliceReport*>& slices, ShardsPage::Coloring coloring,
                   const Look& look)
{
    ShardNode node{QStringLiteral("rank %1").arg(rank), rankWord(rank), rankWord(rank), 0, {}, {}};
    std::map<LayerKey, ShardNode> layers;
    for (const SliceReport* slice : slices) {
        const LayerKey key{slice->role.startsWith(QLatin1String("vision")), slice->layer};
        ShardNode& layer = layers[key];
        if (layer.id.isEmpty()) {
            layer.id = QStringLiteral("%1%2").arg(key.vision ? QStringLiteral("vision ") : QString()).arg(key.layer);
            layer.label = layerLabel(key);
            layer.detail = layer.label;
        }
        layer.children.push_back(tensorNode(*slice, coloring, look));
    }
    for (auto& [key, layer] : layers) {
        node.children.push_back(std::move(layer));
    }
    return node;
}

} // namespace

ShardNode shardTree(const std::vector<SliceReport>& reports, const std::vector<RankStatus>& ranks,
                    ShardsPage::Coloring coloring, const Look& look)
{
    std::map<int, std::vector<const SliceReport*>> byRank;
    for (const SliceReport& report : reports) {
        byRank[report.rank].push_back(&report);
    }
    ShardNode root{QString(), QCoreApplication::translate("ShardTree", "all nodes"), QString(), 0, {}, {}};
    for (const auto& [rank, slices] : byRank) {
        const auto status = std::ranges::find(ranks, rank, &RankStatus::rank);
        const QString node =
            status == ranks.end() ? QCoreApplication::translate("ShardTree", "unknown node") : status->node;
        auto place = std::ranges::find(root.children, node, &ShardNode::id);
        if (place == root.children.end()) {
            root.children.push_back({node, node, node, 0, {}, {}});
            place = std::prev(root.children.end());
        }
        place->children.push_back(rankNode(rank, slices, coloring, look));
    }
    return root;
}

} // namespace firstlight::ui
