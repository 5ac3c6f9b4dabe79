#include "backend/model/expression.h"

#include <QtTest>

#include <map>

using namespace firstlight::model;

namespace {

class Names : public Scope
{
public:
    const Value* find(std::string_view name) const override
    {
        const auto place = m_values.find(name);
        return place == m_values.end() ? nullptr : &place->second;
    }
    absl::StatusOr<Value> get(std::string_view name) const override
    {
        const Value* value = find(name);
        return value == nullptr ? absl::StatusOr<Value>(absl::InvalidArgumentError("unknown")) : *value;
    }

private:
    std::map<std::string, Value, std::less<>> m_values{
        {"hidden", {std::int64_t{4096}}},
        {"heads", {std::int64_t{32}}},
        {"theta", {1e4}},
        {"activation", {std::string("silu")}},
        {"dense", {ValueList{{std::int64_t{0}}, {std::int64_t{3}}}}},
        {"kinds", {ValueList{{std::string("full")}, {std::string("window")}}}},
    };
};

} // namespace

class TestExpression : public QObject
{
    Q_OBJECT

private slots:
    void computes_data();
    void computes();
    void refusesAtParsing_data();
    void refusesAtParsing();
    void failsWhenEvaluated_data();
    void failsWhenEvaluated();
    void skipsWhatItDoesNotNeed();
    void divisionsOfSizes();
    void knowsItsNames();
};

void TestExpression::computes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("value");
    const std::pair<const char*, const char*> rows[] = {
        {"1", "1"},
        {"hidden / heads", "128"},
        {"7 / 2", "3"},
        {"activation[1]", "i"},
        {"activation[0] == 's' ? 1 : 0", "1"},
        {"count(activation)", "4"},
        {"kinds[1][0]", "w"},
        {"count(heads > 1 ? kinds : dense)", "2"},
        {"7 % 4", "3"},
        {"2 + 3 * 4", "14"},
        {"(2 + 3) * 4", "20"},
        {"10 - 3 - 2", "5"},
        {"-3 + 5", "2"},
        {"theta * 2", "20000"},
        {"1.5 + 1", "2.5"},
        {"2e3", "2000"},
        {"ceil_div(7, 2)", "4"},
        {"min(3, 5) + max(3, 5)", "8"},
        {"floor(256 * 0.25)", "64"},
        {"floor(0 - 0.5)", "-1"},
        {"floor(7)", "7"},
        {"heads == 32", "1"},
        {"heads != 32", "0"},
        {"3 < 4", "1"},
        {"4 <= 3", "0"},
        {"1 == 1 && !(2 > 3)", "1"},
        {"0 || 0", "0"},
        {"heads > 8 ? 'many' : 'few'", "many"},
        {"0 ? 1 : 0 ? 2 : 3", "3"},
        {"activation == 'silu'", "1"},
        {"contains(dense, 3)", "1"},
        {"contains(dense, 1)", "0"},
        {"count(dense)", "2"},
        {"kinds[1] == 'window'", "1"},
        {"dense[count(dense) - 1]", "3"},
        {"defined(heads) && !defined(experts)", "1"},
        {"1 == 1.0", "1"},
        {"1.5 != 1", "1"},
    };
    for (const auto& [text, value] : rows) {
        QTest::newRow(text) << text << value;
    }
}

void TestExpression::computes()
{
    QFETCH(QString, text);
    QFETCH(QString, value);
    const auto expression = Expression::parse(text.toStdString());
    QVERIFY2(expression.ok(), std::string(expression.status().message()).c_str());
    const auto result = expression->evaluate(Names());
    QVERIFY2(result.ok(), std::string(result.status().message()).c_str());
    QCOMPARE(QString::fromStdString(toText(*result)), value);
}

void TestExpression::refusesAtParsing_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");
    QTest::newRow("empty") << ""
                           << "a value is missing";
    QTest::newRow("end") << "1 +"
                         << "a value is missing at character 4";
    QTest::newRow("bracket") << "(1"
                             << "\")\" is missing";
    QTest::newRow("square") << "dense[1"
                            << "\"]\" is missing";
    QTest::newRow("choice") << "1 ? 2"
                            << "\":\" is missing";
    QTest::newRow("two values") << "1 2"
                                << "something else follows at character 3";
    QTest::newRow("text") << "'abc"
                          << "a text does not end";
    QTest::newRow("function") << "system('ls')"
                              << "there is no function \"system\"";
    QTest::newRow("arguments") << "min(1)"
                               << "wrong number of arguments";
    QTest::newRow("defined") << "defined(1 + 2)"
                             << "defined() takes one name";
    QTest::newRow("character") << "1 $ 2"
                               << "something else follows";
    QTest::newRow("division by zero") << "heads / 0"
                                      << "a division by zero";
    QTest::newRow("remainder of zero") << "heads % 0"
                                       << "a division by zero";
    QTest::newRow("rounded division by zero") << "ceil_div(heads, 0)"
                                              << "a division by zero";
    QTest::newRow("too large") << "heads * 99999999999999999999"
                               << "a number is too large";
    QTest::newRow("deep") << QString(200, '(') + "1" + QString(200, ')') << "nests too deeply";
    QTest::newRow("deep signs") << QString(300, '!') + "1"
                                << "nests too deeply";
    QTest::newRow("long") << "1" + QString(" + 1").repeated(300) << "at most 1000 characters";
    QTest::newRow("number") << "99999999999999999999e999"
                            << "a number is too large";
}

void TestExpression::refusesAtParsing()
{
    QFETCH(QString, text);
    QFETCH(QString, why);
    const auto expression = Expression::parse(text.toStdString());
    QVERIFY(!expression.ok());
    const QString message = QString::fromStdString(std::string(expression.status().message()));
    QVERIFY2(message.contains(why), qPrintable(message));
}

void TestExpression::failsWhenEvaluated_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("unknown") << "experts + 1";
    QTest::newRow("division by zero") << "1 / (heads - heads)";
    QTest::newRow("remainder of zero") << "1 % (1 - 1)";
    QTest::newRow("real division by zero") << "1.0 / (theta - theta)";
    QTest::newRow("past the last letter") << "activation[4]";
    QTest::newRow("letter in a text") << "contains(activation, 's')";
    QTest::newRow("sum") << "9223372036854775807 + 1";
    QTest::newRow("product") << "9223372036854775807 * 2";
    QTest::newRow("negation") << "-(0 - 9223372036854775807 - 1)";
    QTest::newRow("text in a sum") << "activation + 1";
    QTest::newRow("list in a sum") << "dense * 2";
    QTest::newRow("no list") << "heads[0]";
    QTest::newRow("past the end") << "dense[2]";
    QTest::newRow("before the beginning") << "dense[0 - 1]";
    QTest::newRow("condition on a text") << "activation && 1";
    QTest::newRow("count of a number") << "count(3)";
    QTest::newRow("floor of a text") << "floor('a')";
    QTest::newRow("floor too large") << "floor(1e300)";
}

void TestExpression::failsWhenEvaluated()
{
    QFETCH(QString, text);
    const auto expression = Expression::parse(text.toStdString());
    QVERIFY2(expression.ok(), std::string(expression.status().message()).c_str());
    QVERIFY(!expression->evaluate(Names()).ok());
}

void TestExpression::skipsWhatItDoesNotNeed()
{
    for (const char* text : {"0 && nothing", "1 || nothing", "1 ? 2 : nothing"}) {
        QVERIFY2(Expression::parse(text)->evaluate(Names()).ok(), text);
    }
}

// heads is 32: a size must not be rounded in silence, while conditions, positions and floor() may round.
void TestExpression::divisionsOfSizes()
{
    const auto valueOf = [](const char* text) { return Expression::parse(text)->evaluateExactInteger(Names()); };
    for (const char* text : {"heads / 3", "heads + heads / 3", "max(1, 2 * (heads / 3))", "1 ? heads / 3 : 0"}) {
        QVERIFY2(!valueOf(text).ok(), text);
        QVERIFY2(valueOf(text).status().message().find("32 / 3 is not a whole number") != absl::string_view::npos,
                 text);
    }
    for (const char* text : {"heads / 4", "floor(heads / 3)", "heads / 3 == 10 ? 8 : 8", "0 ? heads / 3 : 8",
                             "dense[heads / 40] == 9 ? 8 : 8", "ceil_div(heads, 3)"}) {
        QVERIFY2(valueOf(text).ok(), text);
    }
    QCOMPARE(*valueOf("floor(heads / 3)"), std::int64_t{10});
    QVERIFY(!valueOf("heads / (heads - heads)").ok());
}

void TestExpression::knowsItsNames()
{
    const auto expression = Expression::parse("heads * head_dim + count(heads) + (defined(bias) ? 1 : 0)");
    QCOMPARE(expression->names(), (std::vector<std::string>{"heads", "head_dim", "bias"}));
}

QTEST_GUILESS_MAIN(TestExpression)
#include "tst_expression.moc"
