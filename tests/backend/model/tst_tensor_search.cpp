#include "backend/model/tensor_search.h"
#include "tests/backend/checkpoint/checkpoint_writer.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

using namespace firstlight;
using model::TensorSearch;
using nlohmann::json;

namespace {

constexpr int kLayers = 500;

// A folder with 2 x kLayers tensors of one number each.
std::shared_ptr<const model::Inspection> inspectionOf(const QString& folder)
{
    json header = json::object();
    qsizetype end = 0;
    for (int layer = 0; layer < kLayers; ++layer) {
        for (const char* part : {".self_attn.q_proj.weight", ".mixer.A_log"}) {
            header["model.layers." + std::to_string(layer) + part] = {
                {"dtype", "BF16"}, {"shape", {1}}, {"data_offsets", {end, end + 2}}};
            end += 2;
        }
    }
    const QDir directory(folder);
    if (!test::writeFile(directory, "model.safetensors",
                         test::shardBytes(QByteArray::fromStdString(header.dump()), end))) {
        return {};
    }
    auto inspection = model::Inspection::read(folder.toStdString(), {});
    return inspection.ok() ? std::make_shared<const model::Inspection>(*std::move(inspection)) : nullptr;
}

} // namespace

class TestTensorSearch : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void allOfThem();
    void anyCase();
    void wordsAndStars_data();
    void wordsAndStars();
    void announcedOnly();
    void pages();
    void typingLooksAtLessAndLess();
    void deletingLooksAgain();

private:
    QTemporaryDir m_folder;
    std::shared_ptr<const model::Inspection> m_inspection;
};

void TestTensorSearch::initTestCase()
{
    m_inspection = inspectionOf(m_folder.path());
    QVERIFY(m_inspection != nullptr);
}

void TestTensorSearch::allOfThem()
{
    TensorSearch search(m_inspection);
    const auto page = search.list("", 0, 10);
    QCOMPARE(page.total_matching(), std::int64_t{2 * kLayers});
    QCOMPARE(page.tensors_size(), 10);
    QCOMPARE(page.tensors(0).name(), std::string("model.layers.0.mixer.A_log"));
    QCOMPARE(page.tensors(0).file(), std::string("model.safetensors"));
    QCOMPARE(page.tensors(0).memory_bytes(), std::int64_t{2});
    QCOMPARE(page.tensors(0).dtype(), std::string("BF16"));
    QCOMPARE(search.examined(), std::int64_t{0});
}

void TestTensorSearch::anyCase()
{
    TensorSearch search(m_inspection);
    QCOMPARE(search.list("a_LOG", 0, 0).total_matching(), std::int64_t{kLayers});
    QCOMPARE(search.list("Q_PROJ", 0, 0).total_matching(), std::int64_t{kLayers});
    QCOMPARE(search.list("nothing like it", 0, 10).total_matching(), std::int64_t{0});
}

void TestTensorSearch::wordsAndStars_data()
{
    QTest::addColumn<std::string>("filter");
    QTest::addColumn<std::int64_t>("matching");
    QTest::newRow("two words") << std::string("layers.7. q_proj") << std::int64_t{1};
    QTest::newRow("any order") << std::string("q_proj layers.7.") << std::int64_t{1};
    QTest::newRow("one of them not there") << std::string("q_proj a_log") << std::int64_t{0};
    QTest::newRow("a star") << std::string("layers.7.*weight") << std::int64_t{1};
    QTest::newRow("a star, order matters") << std::string("weight*layers.7.") << std::int64_t{0};
    QTest::newRow("parts do not overlap") << std::string("q_proj*proj") << std::int64_t{0};
    QTest::newRow("stars about") << std::string("*A_LOG*") << std::int64_t{kLayers};
    QTest::newRow("blanks about") << std::string("  q_proj ") << std::int64_t{kLayers};
    QTest::newRow("blanks alone") << std::string("  ") << std::int64_t{2 * kLayers};
}

void TestTensorSearch::wordsAndStars()
{
    QFETCH(std::string, filter);
    QFETCH(std::int64_t, matching);
    TensorSearch search(m_inspection);
    QCOMPARE(search.list(filter, 0, 0).total_matching(), matching);
    TensorSearch typed(m_inspection);
    for (std::size_t length = 1; length <= filter.size(); ++length) {
        typed.list(std::string_view(filter).substr(0, length), 0, 0);
    }
    QCOMPARE(typed.list(filter, 0, 0).total_matching(), matching);
}

// An index without its shards: what there will be can be looked through before it is downloaded.
void TestTensorSearch::announcedOnly()
{
    const QTemporaryDir folder;
    const QDir directory(folder.path());
    QVERIFY(
        test::writeFile(directory, "model.safetensors.index.json",
                        R"({"metadata":{},"weight_map":{"b.weight":"two.safetensors","a.weight":"one.safetensors"}})"));
    auto inspection = model::Inspection::read(folder.path().toStdString(), {});
    QVERIFY(inspection.ok());
    TensorSearch search(std::make_shared<const model::Inspection>(*std::move(inspection)));
    const auto page = search.list("", 0, 10);
    QCOMPARE(page.total_matching(), std::int64_t{2});
    QCOMPARE(page.tensors(1).name(), std::string("b.weight"));
    QCOMPARE(page.tensors(1).file(), std::string("two.safetensors"));
    QVERIFY(page.tensors(1).dtype().empty());
    QCOMPARE(search.list("a.w", 0, 10).total_matching(), std::int64_t{1});
}

void TestTensorSearch::pages()
{
    TensorSearch search(m_inspection);
    const auto page = search.list("q_proj", 3, 2);
    QCOMPARE(page.total_matching(), std::int64_t{kLayers});
    QCOMPARE(page.tensors_size(), 2);
    QCOMPARE(search.list("q_proj", -5, -1).tensors_size(), 0);
    QCOMPARE(search.list("q_proj", kLayers - 1, 10).tensors_size(), 1);
    QCOMPARE(search.list("q_proj", 1'000'000, 10).tensors_size(), 0);
    QCOMPARE(search.examined(), std::int64_t{2 * kLayers}); // once for all pages
}

void TestTensorSearch::typingLooksAtLessAndLess()
{
    TensorSearch search(m_inspection);
    std::int64_t matched = 2 * kLayers;
    std::int64_t examined = 0;
    for (const char* filter : {"q", "q_", "q_proj", "7.self_attn.q_proj", "77.self_attn.q_proj"}) {
        const auto page = search.list(filter, 0, 200);
        QCOMPARE(search.examined() - examined, matched); // only what the last one matched
        examined = search.examined();
        matched = page.total_matching();
    }
    QCOMPARE(matched, std::int64_t{5}); // 77, 177, 277, 377, 477
}

void TestTensorSearch::deletingLooksAgain()
{
    TensorSearch search(m_inspection);
    QCOMPARE(search.list("q_proj", 0, 0).total_matching(), std::int64_t{kLayers});
    QCOMPARE(search.list("proj", 0, 0).total_matching(), std::int64_t{kLayers});
    QCOMPARE(search.list("weight", 0, 0).total_matching(), std::int64_t{kLayers});
    QCOMPARE(search.list("", 0, 0).total_matching(), std::int64_t{2 * kLayers});
    QCOMPARE(search.list("a_log", 0, 0).total_matching(), std::int64_t{kLayers});
}

QTEST_GUILESS_MAIN(TestTensorSearch)
#include "tst_tensor_search.moc"
