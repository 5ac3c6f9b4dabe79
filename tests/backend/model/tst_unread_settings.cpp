#include "backend/model/family_trial.h"
#include "tests/backend/model/family_fixture.h"
#include "tests/backend/model/shipped_families.h"

#include <QDir>
#include <QtTest>

using namespace firstlight;
using nlohmann::json;
using test::families;

namespace {

QStringList unread(const json& config)
{
    QStringList paths;
    for (const model::UnreadSetting& setting : model::unreadSettings(config, test::familyOf(config), families())) {
        paths.append(QString::fromStdString(setting.path));
    }
    return paths;
}

} // namespace

class TestUnreadSettings : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_config = test::readFamilyFixture("qwen3").config; }
    void nothingOfPublishedConfigs_data();
    void nothingOfPublishedConfigs();
    void insideOfPositions();
    void whatIsOverruled();
    void sectionsOfAModelWithoutThem();
    void ofSingleLayers();
    void ofLibrariesAndTraining();
    void whatSwitchesNothingOn();

private:
    json m_config;
};

void TestUnreadSettings::nothingOfPublishedConfigs_data()
{
    QTest::addColumn<QString>("file");
    for (const QString& file : QDir(QString::fromStdString(test::kConfigs)).entryList({QStringLiteral("*.json")})) {
        QTest::newRow(qPrintable(file)) << file;
    }
}

void TestUnreadSettings::nothingOfPublishedConfigs()
{
    QFETCH(QString, file);
    QCOMPARE(unread(test::configOf(file.toStdString())), QStringList());
}

void TestUnreadSettings::insideOfPositions()
{
    m_config["rope_parameters"] = {{"rope_theta", 1e6}, {"rope_type", "yarn"},          {"factor", 4.0},
                                   {"beta_fast", 32},   {"partial_rotary_factor", 0.5}, {"wobble", 3}};
    QCOMPARE(unread(m_config), (QStringList{"rope_parameters.partial_rotary_factor", "rope_parameters.wobble"}));
}

void TestUnreadSettings::whatIsOverruled()
{
    m_config.erase("rope_parameters");
    m_config["rope_scaling"] = {{"rope_type", "linear"}, {"factor", 2.0}};
    m_config["rope_parameters"] = m_config["rope_scaling"];
    QCOMPARE(unread(m_config), QStringList());
    m_config["rope_parameters"]["factor"] = 4.0;
    QCOMPARE(unread(m_config), QStringList{"rope_parameters"});
}

void TestUnreadSettings::sectionsOfAModelWithoutThem()
{
    m_config["rope_scaling"] = {{"mrope_section", {2, 1, 1}}, {"rope_type", "default"}};
    QCOMPARE(unread(m_config), QStringList{"rope_scaling.mrope_section"});
}

void TestUnreadSettings::ofSingleLayers()
{
    m_config["per_layer_config"] = {{"0", {{"wobble", 3}}}, {"01", {{"intermediate_size", 8}, {"wobble", nullptr}}}};
    QCOMPARE(unread(m_config), QStringList{"per_layer_config.*.wobble"});
}

void TestUnreadSettings::ofLibrariesAndTraining()
{
    m_config["_anything_private"] = 5;
    m_config["transformers_version"] = "5.0";
    m_config["attention_dropout"] = 0.5;
    m_config["thinking_token_id"] = 7;
    QCOMPARE(unread(m_config), QStringList());
}

void TestUnreadSettings::whatSwitchesNothingOn()
{
    m_config["wobble"] = false;
    m_config["wobbles"] = json::array();
    m_config["wobble_factor"] = 1.0;
    m_config["is_causal"] = true;
    QCOMPARE(unread(m_config), QStringList());
    m_config["is_causal"] = false; // this one switches something on
    QCOMPARE(unread(m_config), QStringList{"is_causal"});
}

QTEST_GUILESS_MAIN(TestUnreadSettings)
#include "tst_unread_settings.moc"
