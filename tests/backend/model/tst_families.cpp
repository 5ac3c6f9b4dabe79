// Every family against the reference implementation, name for name and shape for shape; parameter counts against the
// published ones; and docs/families.md against both, so that it cannot rot. FIRSTLIGHT_UPDATE_DOCS=1 writes it anew.
#include "backend/base/failure.h"
#include "backend/model/coverage.h"
#include "backend/model/model_reading.h"
#include "backend/model/model_sizes.h"
#include "backend/model/operator_table.h"
#include "backend/model/spec_builder.h"
#include "tests/backend/model/family_fixture.h"

#include <QtTest>

#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace firstlight;
using nlohmann::json;

namespace {

const std::string kSource = FIRSTLIGHT_SOURCE_DIR;

const model::DescriptorSet& families()
{
    static const model::DescriptorSet set = model::DescriptorSet::load({kSource + "/resources/families"}).value();
    return set;
}

const json& publishedModels()
{
    static const json models = [] {
        std::ifstream stream(kSource + "/tests/golden/published.json");
        return json::parse(stream);
    }();
    return models;
}

// Its own, or that of a file in tests/golden.
json configOf(const json& published)
{
    if (published.contains("config")) {
        return published.at("config");
    }
    std::ifstream stream(kSource + "/tests/golden/" + published.at("file").get<std::string>());
    return json::parse(stream);
}

std::string typeOf(const json& config)
{
    return config.value("model_type", std::string());
}

absl::StatusOr<model::BuiltSpec> build(const json& config, const checkpoint::CheckpointIndex& index = {})
{
    const auto architectures = config.value("architectures", std::vector<std::string>());
    FIRSTLIGHT_ASSIGN_OR_RETURN(const model::FamilyDescriptor* family, families().find(typeOf(config), architectures));
    return family == nullptr ? absl::StatusOr<model::BuiltSpec>(absl::NotFoundError(typeOf(config)))
                             : model::buildSpec(config, *family, model::nameProbe(index, {}));
}

std::string firstName(const std::vector<std::string>& names)
{
    return names.empty() ? std::string() : names.front();
}

// One line of the table.
struct FamilyRow {
    std::string models;        // with published counts
    double largestError = -1;  // of them, in percent; below zero: none
    std::int64_t compared = 0; // tensors of all fixtures
    std::int64_t wrong = 0;
    bool known = false;            // there is a model of the family here
    std::set<std::string> missing; // operators, of all its models
};

void addOperators(const model::ModelSpec& spec, FamilyRow& row)
{
    row.known = true;
    for (const model::OperatorNeed& need : model::operatorNeeds(spec)) {
        if (model::operatorInfo(need.name).state == model::OperatorState::kMissing) {
            row.missing.insert(need.name);
        }
    }
}

void addFixture(const std::string& name, std::map<std::string, FamilyRow>& rows)
{
    const test::FamilyFixture fixture = test::readFamilyFixture(name);
    const auto built = build(fixture.config, fixture.index);
    if (!built.ok()) {
        return;
    }
    FamilyRow& row = rows[built->spec.family];
    const model::Coverage coverage = model::coverage(built->spec, fixture.index);
    row.compared += coverage.expected;
    row.wrong += coverage.missing + coverage.unknown + static_cast<std::int64_t>(coverage.mismatches.size());
    addOperators(built->spec, row);
}

// The published list of names of a large model.
void addIndex(const std::string& file, const std::string& config, std::map<std::string, FamilyRow>& rows)
{
    const auto built = build(configOf({{"file", config}}));
    std::ifstream stream(kSource + "/tests/golden/indexes/" + file);
    std::vector<std::string> names;
    for (std::string line; std::getline(stream, line);) {
        const auto expanded = line.starts_with('#') ? std::vector<std::string>() : test::expandNames(line);
        names.insert(names.end(), expanded.begin(), expanded.end());
    }
    if (!built.ok()) {
        return;
    }
    FamilyRow& row = rows[built->spec.family];
    const model::Coverage coverage = model::coverage(built->spec, {}, names);
    row.compared += static_cast<std::int64_t>(names.size());
    row.wrong += coverage.missing + coverage.unknown;
}

// Where nobody has published a count, the reference implementation's own count of the same config stands in for it.
bool isFound(const json& published)
{
    return !published.at("source").get<std::string>().starts_with("none");
}

bool isExact(const json& published)
{
    return published.contains("parameters") && !published.value("rounded", false);
}

// A count published as a rounded figure ("550B") shows the size only; one that was not published shows nothing.
std::string noteOf(const json& published)
{
    return !published.contains("parameters")   ? " (count not published)"
           : published.value("rounded", false) ? " (rounded)"
           : isFound(published)                ? ""
                                               : " (reference)";
}

void addPublished(const std::string& name, const json& published, std::map<std::string, FamilyRow>& rows)
{
    const auto built = build(configOf(published));
    if (!built.ok()) {
        return;
    }
    FamilyRow& row = rows[built->spec.family];
    const auto total = static_cast<double>(model::parameterCounts(built->spec).total);
    addOperators(built->spec, row);
    row.models += (row.models.empty() ? "" : ", ") + name + noteOf(published);
    if (isExact(published)) {
        row.largestError =
            std::max(row.largestError, 100.0 * std::abs(total / published.at("parameters").get<double>() - 1.0));
    }
}

std::string engineText(const FamilyRow& row)
{
    if (row.missing.empty()) {
        return row.known ? "runs" : "";
    }
    std::string text;
    for (const std::string& name : row.missing) {
        text += (text.empty() ? "needs " : ", ") + name;
    }
    return text;
}

std::string tableText()
{
    std::map<std::string, FamilyRow> rows;
    const auto all = families().families();
    for (const model::FamilyDescriptor* family : *all) {
        rows[family->id];
    }
    for (const std::string& name : test::familyFixtureNames()) {
        addFixture(name, rows);
    }
    for (const auto& [name, published] : publishedModels().items()) {
        addPublished(name, published, rows);
    }
    addIndex("kimi-k3.txt", "configs/kimi-k3.json", rows);
    std::ostringstream text;
    text << "| family | tensors compared with the reference | of these wrong | models | largest error of their "
            "counts | engine |\n|---|---|---|---|---|---|\n";
    for (const auto& [id, row] : rows) {
        char error[32] = "";
        if (row.largestError >= 0) {
            std::snprintf(error, sizeof error, "%.4f %%", row.largestError);
        }
        text << "| `" << id << "` | " << row.compared << " | " << row.wrong << " | " << row.models << " | " << error
             << " | " << engineText(row) << " |\n";
    }
    return text.str();
}

constexpr char kBegin[] = "<!-- table: begin -->\n";
constexpr char kEnd[] = "<!-- table: end -->\n";

} // namespace

class TestFamilies : public QObject
{
    Q_OBJECT

private slots:
    void sameAsTheReference_data();
    void sameAsTheReference();
    void activeParameters_data();
    void activeParameters();
    void publishedCounts_data();
    void publishedCounts();
    void everyCountHasASource();
    void theTableIsCurrent();
};

void TestFamilies::sameAsTheReference_data()
{
    QTest::addColumn<QString>("fixture");
    for (const std::string& name : test::familyFixtureNames()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

void TestFamilies::sameAsTheReference()
{
    QFETCH(QString, fixture);
    const test::FamilyFixture reference = test::readFamilyFixture(fixture.toStdString());
    QVERIFY(reference.index.tensors.size() > 10);
    const auto built = build(reference.config, reference.index);
    QVERIFY2(built.ok(), std::string(built.status().message()).c_str());
    const model::Coverage coverage = model::coverage(built->spec, reference.index);
    QVERIFY2(coverage.missing == 0, firstName(model::missingNames(coverage, built->spec, 1)).c_str());
    QVERIFY2(coverage.unknown == 0, firstName(model::unknownNames(coverage, reference.index, 1)).c_str());
    for (const model::TensorMismatch& mismatch : coverage.mismatches) {
        QFAIL((mismatch.tensor + ": " + mismatch.found + ", not " + mismatch.expected).c_str());
    }
}

void TestFamilies::activeParameters_data()
{
    sameAsTheReference_data();
}

void TestFamilies::activeParameters()
{
    QFETCH(QString, fixture);
    const auto built = build(test::readFamilyFixture(fixture.toStdString()).config);
    QVERIFY2(built.ok(), std::string(built.status().message()).c_str());
    const model::ParameterCounts counts = model::parameterCounts(built->spec);
    const bool hasExperts =
        std::any_of(built->spec.layers.begin(), built->spec.layers.end(),
                    [](const model::LayerSpec& layer) { return layer.ffn.expertsPerToken < layer.ffn.expertCount; });
    const bool hasTables =
        std::any_of(built->spec.tensors.begin(), built->spec.tensors.end(),
                    [](const model::ExpectedTensor& tensor) { return tensor.role.role == "embedding.ngram"; });
    QCOMPARE(counts.active < counts.total, hasExperts || hasTables);
    QVERIFY(std::any_of(built->spec.layers.begin(), built->spec.layers.end(), [](const model::LayerSpec& layer) {
        return layer.cacheElementsPerToken > 0 || layer.stateBytesPerSequence > 0;
    }));
}

void TestFamilies::publishedCounts_data()
{
    QTest::addColumn<QString>("model");
    for (const auto& [name, published] : publishedModels().items()) {
        if (published.contains("parameters")) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
}

void TestFamilies::publishedCounts()
{
    QFETCH(QString, model);
    const json& published = publishedModels().at(model.toStdString());
    const auto built = build(configOf(published));
    QVERIFY2(built.ok(), std::string(built.status().message()).c_str());
    const auto total = static_cast<double>(model::parameterCounts(built->spec).total);
    const double tolerance = isExact(published) ? 1e-5 : 1e-2;
    QVERIFY2(std::abs(total / published.at("parameters").get<double>() - 1.0) < tolerance,
             qPrintable(QString::number(total, 'f', 0)));
}

void TestFamilies::everyCountHasASource()
{
    for (const auto& [name, published] : publishedModels().items()) {
        QVERIFY2(published.contains("source") && !published.at("source").get<std::string>().empty(), name.c_str());
        // The reference counts to the last element: what it says is never rounded.
        QVERIFY2(isFound(published) || !published.value("rounded", false), name.c_str());
    }
}

void TestFamilies::theTableIsCurrent()
{
    const std::string path = kSource + "/docs/families.md";
    std::ifstream stream(path);
    std::string text((std::istreambuf_iterator<char>(stream)), {});
    const auto begin = text.find(kBegin);
    const auto end = text.find(kEnd);
    QVERIFY(begin != std::string::npos && end != std::string::npos && begin < end);
    const std::size_t start = begin + sizeof kBegin - 1;
    const std::string table = tableText();
    if (qEnvironmentVariableIsSet("FIRSTLIGHT_UPDATE_DOCS")) {
        std::ofstream(path) << text.replace(start, end - start, table);
        return;
    }
    QCOMPARE(QString::fromStdString(text.substr(start, end - start)), QString::fromStdString(table));
}

QTEST_GUILESS_MAIN(TestFamilies)
#include "tst_families.moc"
