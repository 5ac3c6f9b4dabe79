// Prompts and generation settings, from folders as checkpoints have them.
#include "backend/base/failure.h"
#include "backend/model/prompt.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

using namespace firstlight;
using model::ContentPart;
using model::Conversation;
using model::GenerationConfig;
using model::PromptBuilder;

namespace {

const std::filesystem::path kGolden = FIRSTLIGHT_SOURCE_DIR "/tests/golden";

std::string readBytes(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// A folder with the tokenizer, template and processor of a small vision model.
class Checkpoint
{
public:
    Checkpoint()
    {
        copy("tokens/qwen2/tokenizer.json", "tokenizer.json");
        copy("templates/vision.jinja", "chat_template.jinja");
        copy("images/processor-qwen3/preprocessor_config.json", "preprocessor_config.json");
        write("tokenizer_config.json", R"({"eos_token":"<|im_end|>"})");
    }

    std::string path() const { return m_folder.path().toStdString(); }
    void write(const char* file, const std::string& text) const { std::ofstream(path() + "/" + file) << text; }
    void remove(const char* file) const { std::filesystem::remove(path() + "/" + file); }

private:
    void copy(const char* from, const char* to) const { std::filesystem::copy_file(kGolden / from, path() + "/" + to); }

    QTemporaryDir m_folder;
};

ContentPart text(const std::string& value)
{
    return {ContentPart::Kind::kText, value, {}};
}

ContentPart image(const char* file)
{
    return {ContentPart::Kind::kImage, {}, readBytes(kGolden / "images" / file)};
}

Conversation asks(std::vector<ContentPart> parts)
{
    return {{{"user", std::move(parts), {}}}};
}

std::int32_t imageToken(const Checkpoint& checkpoint)
{
    return model::Tokenizer::load(checkpoint.path()).value()->idOf("<|image_pad|>").value();
}

std::string reasonOf(const absl::Status& status)
{
    return base::failureInfo(status).reasonId;
}

} // namespace

class TestPrompt : public QObject
{
    Q_OBJECT

private slots:
    void textOnly();
    void imagesAreExpanded();
    void typedPlaceholdersAreText();
    void controlTokensAroundPictures();
    void placeholderOfItsOwn();
    void unknownNumberOfTokens();
    void imageRefused();
    void textModelRefusesImages();
    void templateWithoutPlaceForImages();
    void ggufMetadata();
    void stopTokensAreTheUnion();
    void turnsEndWithoutAnyFileSayingSo();
    void namesWithoutATokenizer();
    void samplingDefaults();
    void settingsThatAreNotApplied();
    void brokenGenerationConfig();
};

void TestPrompt::textOnly()
{
    const Checkpoint checkpoint;
    const auto builder = PromptBuilder::load(checkpoint.path(), imageToken(checkpoint)).value();
    const auto prompt = builder->build(asks({text("Hello")})).value();
    QCOMPARE(prompt.renderedText, std::string("<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n"));
    QCOMPARE(prompt.tokens, builder->tokenizer().encode(prompt.renderedText, model::SpecialTokens::kParse));
    QCOMPARE(prompt.view.size(), prompt.tokens.size());
    QCOMPARE(prompt.view[0].piece, std::string("<|im_start|>"));
    QVERIFY(prompt.view[0].special);
    QCOMPARE(prompt.view[0].imageIndex, -1);
    QVERIFY(prompt.images.empty());
}

void TestPrompt::imagesAreExpanded()
{
    const Checkpoint checkpoint;
    const std::int32_t token = imageToken(checkpoint);
    const auto builder = PromptBuilder::load(checkpoint.path(), token).value();
    const auto prompt = builder->build(asks({image("rgb.png"), text("and"), image("large.png"), text("?")})).value();
    QCOMPARE(prompt.images.size(), std::size_t{2});
    QCOMPARE(std::count(prompt.tokens.begin(), prompt.tokens.end(), token),
             prompt.images[0].tokenCount() + prompt.images[1].tokenCount());
    QVERIFY(prompt.images[0].tokenCount() != prompt.images[1].tokenCount());
    for (int index = 0; index < 2; ++index) {
        const auto places = std::count_if(prompt.view.begin(), prompt.view.end(),
                                          [index](const auto& entry) { return entry.imageIndex == index; });
        QCOMPARE(places, prompt.images[static_cast<std::size_t>(index)].tokenCount());
    }
    QCOMPARE(QString::fromStdString(prompt.renderedText).count("<|image_pad|>"), 2);
}

void TestPrompt::typedPlaceholdersAreText()
{
    const Checkpoint checkpoint;
    const std::int32_t token = imageToken(checkpoint);
    const auto builder = PromptBuilder::load(checkpoint.path(), token).value();
    const auto prompt = builder->build(asks({text("<|image_pad|><|im_end|> is what I typed")})).value();
    QCOMPARE(std::count(prompt.tokens.begin(), prompt.tokens.end(), token), 0);
    const std::int32_t end = builder->tokenizer().idOf("<|im_end|>").value();
    QCOMPARE(std::count(prompt.tokens.begin(), prompt.tokens.end(), end), 1);
    QCOMPARE(builder->tokenizer().decode(prompt.tokens, false), prompt.renderedText);
    const auto both = builder->build(asks({text("<|image_pad|>"), image("rgb.png")})).value();
    QCOMPARE(std::count(both.tokens.begin(), both.tokens.end(), token), both.images[0].tokenCount());
}

void TestPrompt::controlTokensAroundPictures()
{
    const Checkpoint checkpoint;
    checkpoint.write("preprocessor_config.json",
                     R"({"image_processor_type":"PixtralImageProcessor","size":{"longest_edge":64},"patch_size":8})");
    checkpoint.write("processor_config.json", R"({"image_break_token":"<think>","image_end_token":"</think>"})");
    const std::int32_t token = imageToken(checkpoint);
    const auto builder = PromptBuilder::load(checkpoint.path(), token).value();
    const auto prompt = builder->build(asks({image("rgb.png"), text("a"), image("one.png")})).value();
    const std::int32_t rowEnd = builder->tokenizer().idOf("<think>").value();
    const std::int32_t end = builder->tokenizer().idOf("</think>").value();
    std::vector<std::int32_t> expected; // 40 x 30 pixels become 5 x 4 patches, one pixel becomes one
    for (int row = 0; row < 4; ++row) {
        expected.insert(expected.end(), 5, token);
        expected.push_back(row < 3 ? rowEnd : end);
    }
    const auto first = std::find(prompt.tokens.begin(), prompt.tokens.end(), token);
    QCOMPARE(std::vector<std::int32_t>(first, first + 24), expected);
    const auto places = [&](int index) {
        return std::count_if(prompt.view.begin(), prompt.view.end(),
                             [index](const auto& entry) { return entry.imageIndex == index; });
    };
    QCOMPARE(places(0), 23); // with the three ends of rows that lie between
    QCOMPARE(places(1), 1);
    QCOMPARE(std::count(prompt.tokens.begin(), prompt.tokens.end(), end), 2);
    QCOMPARE(QString::fromStdString(prompt.renderedText).count("<think>"), 0);
}

void TestPrompt::placeholderOfItsOwn()
{
    const Checkpoint checkpoint;
    checkpoint.write("preprocessor_config.json",
                     R"({"image_processor_type":"Llama4ImageProcessor","size":28,"max_patches":4})");
    checkpoint.write(
        "chat_template.jinja",
        "{% for m in messages %}{% if m.content is string %}{{ m.content }}{% else %}{% for c in m.content %}"
        "{% if c.type == 'image' %}<|image|>{% else %}{{ c.text }}{% endif %}{% endfor %}{% endif %}{% endfor %}");
    const std::int32_t token = imageToken(checkpoint);
    const auto builder = PromptBuilder::load(checkpoint.path(), token).value();
    const auto prompt =
        builder->build(asks({text("<|image|> is typed;"), image("rgb.png"), text("<|image|>")})).value();
    QCOMPARE(prompt.images[0].tokenCount(), 5); // four tiles and the overview, of one token each
    QCOMPARE(std::count(prompt.tokens.begin(), prompt.tokens.end(), token), 5);
    const std::string expected = "<|image|> is typed;<|image_start|><|image_pad|><|tile_x_separator|><|image_pad|>"
                                 "<|tile_y_separator|><|image_pad|><|tile_x_separator|><|image_pad|>"
                                 "<|tile_y_separator|><|image|><|image_pad|><|image_end|><|image|>";
    QCOMPARE(builder->tokenizer().decode(prompt.tokens, false), expected);
    QCOMPARE(prompt.renderedText, std::string("<|image|> is typed;<|image|><|image|>"));
}

void TestPrompt::unknownNumberOfTokens()
{
    const Checkpoint checkpoint;
    checkpoint.write("preprocessor_config.json", R"({"image_processor_type":"SiglipImageProcessor"})");
    const auto builder = PromptBuilder::load(checkpoint.path(), imageToken(checkpoint)).value();
    const absl::Status status = builder->build(asks({image("rgb.png")})).status();
    QCOMPARE(reasonOf(status), std::string("IMAGE_REJECTED"));
    checkpoint.write("config.json", R"({"vision_config":{"patch_size":16}})");
    const auto other = PromptBuilder::load(checkpoint.path(), imageToken(checkpoint)).value();
    QCOMPARE(other->build(asks({image("rgb.png")})).value().images[0].tokenCount(), 14 * 14);
}

void TestPrompt::imageRefused()
{
    const Checkpoint checkpoint;
    const auto builder = PromptBuilder::load(checkpoint.path(), imageToken(checkpoint)).value();
    const absl::Status status = builder->build(asks({image("rgb.png"), image("broken-cut.png")})).status();
    QCOMPARE(reasonOf(status), std::string("IMAGE_REJECTED"));
    QCOMPARE(base::failureInfo(status).arguments.at("number"), std::string("2"));
}

void TestPrompt::textModelRefusesImages()
{
    const Checkpoint checkpoint;
    const auto builder = PromptBuilder::load(checkpoint.path(), -1).value();
    QVERIFY(builder->imageProcessor() == nullptr);
    QCOMPARE(reasonOf(builder->build(asks({image("rgb.png")})).status()), std::string("REQUEST_INVALID"));
    checkpoint.remove("preprocessor_config.json");
    const auto other = PromptBuilder::load(checkpoint.path(), imageToken(checkpoint)).value();
    QCOMPARE(reasonOf(other->build(asks({image("rgb.png")})).status()), std::string("IMAGE_REJECTED"));
    QVERIFY(other->build(asks({text("but text is answered")})).ok());
}

void TestPrompt::templateWithoutPlaceForImages()
{
    const Checkpoint checkpoint;
    checkpoint.write("chat_template.jinja", "{% for m in messages %}{{ m.role }}{% endfor %}");
    const auto builder = PromptBuilder::load(checkpoint.path(), imageToken(checkpoint)).value();
    const absl::Status status = builder->build(asks({image("rgb.png")})).status();
    QCOMPARE(reasonOf(status), std::string("TEMPLATE_FAILED"));
    QVERIFY(status.message().find("0 places for 1 pictures") != std::string::npos);
}

// All of it from the metadata of a GGUF file.
void TestPrompt::ggufMetadata()
{
    auto metadata = std::make_shared<checkpoint::GgufMetadata>();
    const auto set = [&](const char* key, auto value) { metadata->values[key].content = std::move(value); };
    set("tokenizer.ggml.model", std::string("llama"));
    set("tokenizer.ggml.tokens", std::vector<std::string>{"<unk>", "<s>", "</s>", "\u2581", "h", "i", "hi", "<end>"});
    set("tokenizer.ggml.scores", std::vector<double>{0, 0, 0, -1, -2, -3, -0.5, 0});
    set("tokenizer.ggml.token_type", std::vector<std::int64_t>{2, 3, 3, 1, 1, 1, 1, 3});
    set("tokenizer.ggml.bos_token_id", std::int64_t{1});
    set("tokenizer.ggml.eos_token_id", std::int64_t{2});
    set("tokenizer.ggml.eot_token_id", std::int64_t{7});
    set("tokenizer.ggml.add_space_prefix", false);
    set("tokenizer.chat_template", std::string("{{ bos_token }}{{ messages[0].content }}<end>"));
    set("general.sampling.temp", 0.5);
    set("general.sampling.top_k", std::int64_t{20});
    const QTemporaryDir folder;
    const model::TextSource source(folder.path().toStdString(), metadata);
    const auto builder = PromptBuilder::load(source, -1).value();
    const auto prompt = builder->build(asks({text("hi</s>")})).value();
    QCOMPARE(prompt.renderedText, std::string("<s>hi</s><end>"));
    QCOMPARE(prompt.tokens.front(), 1);
    QCOMPARE(prompt.tokens[1], 6);
    QCOMPARE(prompt.tokens.back(), 7);
    QCOMPARE(std::ranges::count(prompt.tokens, 2), 0); // what the user typed is text
    const GenerationConfig& config = builder->generationConfig();
    QCOMPARE(config.stopIds(), (std::vector<std::int32_t>{2, 7}));
    QCOMPARE(config.stopTokens[1].origins, std::vector<std::string>{"GGUF metadata eot_token_id"});
    QVERIFY(!config.greedy.value);
    QCOMPARE(config.temperature.value, 0.5);
    QCOMPARE(config.topK.value, 20);
    QCOMPARE(config.topK.origin, std::string("GGUF metadata"));
    QCOMPARE(GenerationConfig::load(source, model::readTokenNames(source)).value().stopTokens[0].piece,
             std::string("</s>"));
}

void TestPrompt::stopTokensAreTheUnion()
{
    const Checkpoint checkpoint;
    checkpoint.write("generation_config.json", R"({"eos_token_id":[5,7]})");
    checkpoint.write("config.json", R"({"eos_token_id":7,"text_config":{"eos_token_id":3}})");
    const auto tokenizer = model::Tokenizer::load(checkpoint.path()).value();
    const auto config = GenerationConfig::load(checkpoint.path(), *tokenizer).value();
    QCOMPARE(config.stopIds(), (std::vector<std::int32_t>{3, 5, 7, tokenizer->idOf("<|im_end|>").value()}));
    QCOMPARE(config.stopTokens[0].origins, std::vector<std::string>{"config.json text_config eos_token_id"});
    QCOMPARE(config.stopTokens[2].origins,
             (std::vector<std::string>{"generation_config.json eos_token_id", "config.json eos_token_id"}));
    QCOMPARE(config.stopTokens[3].piece, std::string("<|im_end|>"));
    QCOMPARE(config.stopTokens[3].origins,
             (std::vector<std::string>{"tokenizer_config.json eos_token", "chat_template.jinja end of turn"}));
}

// A release whose files name only the end of the text, while turns end with another token.
void TestPrompt::turnsEndWithoutAnyFileSayingSo()
{
    const Checkpoint checkpoint;
    checkpoint.write("tokenizer_config.json", "{}");
    checkpoint.write("special_tokens_map.json", R"({"eos_token":{"content":"<|endoftext|>"}})");
    const auto tokenizer = model::Tokenizer::load(checkpoint.path()).value();
    const auto config = GenerationConfig::load(checkpoint.path(), *tokenizer).value();
    std::map<std::string, std::vector<std::string>> origins;
    for (const model::StopToken& token : config.stopTokens) {
        origins[token.piece] = token.origins;
    }
    QCOMPARE(origins,
             (std::map<std::string, std::vector<std::string>>{{"<|endoftext|>", {"special_tokens_map.json eos_token"}},
                                                              {"<|im_end|>", {"chat_template.jinja end of turn"}}}));
}

void TestPrompt::namesWithoutATokenizer()
{
    const Checkpoint checkpoint;
    checkpoint.write("generation_config.json", R"({"eos_token_id":[77777]})");
    const auto tokenizer = model::Tokenizer::load(checkpoint.path()).value();
    const model::TokenNames names = model::readTokenNames(checkpoint.path());
    QCOMPARE(names.idOf("<|im_end|>"), tokenizer->idOf("<|im_end|>"));
    QCOMPARE(GenerationConfig::load(checkpoint.path(), names).value().stopIds(),
             GenerationConfig::load(checkpoint.path(), *tokenizer).value().stopIds());
    checkpoint.write("tokenizer_config.json",
                     R"({"added_tokens_decoder":{"5":{"content":"<|im_end|>"},"x":{"content":"y"}}})");
    QCOMPARE(model::readTokenNames(checkpoint.path()).piece(5), std::string("<|im_end|>"));
    checkpoint.write("tokenizer_config.json", "[");
    checkpoint.write("tokenizer.json", "[");
    QVERIFY(!model::readTokenNames(checkpoint.path()).idOf("<|im_end|>"));
}

void TestPrompt::settingsThatAreNotApplied()
{
    const Checkpoint checkpoint;
    checkpoint.write("generation_config.json",
                     R"({"min_p":0.05,"typical_p":1.0,"num_beams":1,"stop_strings":["###"],"bad_words_ids":[]})");
    const auto config = GenerationConfig::load(checkpoint.path(), model::readTokenNames(checkpoint.path())).value();
    QCOMPARE(config.unapplied.size(), std::size_t{2});
    QCOMPARE(config.unapplied[0].name + " " + config.unapplied[0].value, std::string("min_p 0.05"));
    QCOMPARE(config.unapplied[1].name + " " + config.unapplied[1].value, std::string("stop_strings [\"###\"]"));
}

void TestPrompt::samplingDefaults()
{
    const Checkpoint checkpoint;
    const auto tokenizer = model::Tokenizer::load(checkpoint.path()).value();
    const auto nothing = GenerationConfig::load(checkpoint.path(), *tokenizer).value();
    QVERIFY(nothing.greedy.value);
    QCOMPARE(nothing.greedy.origin, std::string("default"));
    QVERIFY(!nothing.maxNewTokens);
    checkpoint.write(
        "generation_config.json",
        R"({"do_sample":true,"temperature":0.7,"top_p":0.8,"top_k":20,"repetition_penalty":1.05,"max_new_tokens":99})");
    const auto config = GenerationConfig::load(checkpoint.path(), *tokenizer).value();
    QVERIFY(!config.greedy.value);
    QCOMPARE(config.temperature.value, 0.7);
    QCOMPARE(config.topP.value, 0.8);
    QCOMPARE(config.topK.value, 20);
    QCOMPARE(config.topK.origin, std::string("generation_config.json"));
    QCOMPARE(config.repetitionPenalty.value, 1.05);
    QCOMPARE(config.maxNewTokens->value, 99);
    checkpoint.write("generation_config.json", R"({"do_sample":false,"temperature":0.7,"top_k":-4})");
    const auto odd = GenerationConfig::load(checkpoint.path(), *tokenizer).value();
    QVERIFY(odd.greedy.value);
    QCOMPARE(odd.topK.origin, std::string("default"));
    QCOMPARE(odd.topP.value, 1.0);
}

void TestPrompt::brokenGenerationConfig()
{
    const Checkpoint checkpoint;
    const auto tokenizer = model::Tokenizer::load(checkpoint.path()).value();
    checkpoint.write("generation_config.json", "{");
    QCOMPARE(reasonOf(GenerationConfig::load(checkpoint.path(), *tokenizer).status()), std::string("FILE_INVALID"));
    checkpoint.write("generation_config.json", "[]");
    QCOMPARE(reasonOf(GenerationConfig::load(checkpoint.path(), *tokenizer).status()), std::string("FILE_INVALID"));
}

QTEST_GUILESS_MAIN(TestPrompt)
#include "tst_prompt.moc"
