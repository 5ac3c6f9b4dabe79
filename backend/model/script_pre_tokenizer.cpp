// The pre-tokenizer that splits where the script changes.
#include "backend/model/pre_tokenizers.h"
#include "backend/model/unicode_scripts.h"
#include "backend/model/utf8.h"

namespace firstlight::model {

namespace {

// Japanese is one script; blanks, and characters of no script, belong to what stands before them.
class ScriptPreTokenizer final : public PreTokenizer
{
public:
    void apply(Pieces& pieces) const override
    {
        pieces.next.clear();
        for (const Piece& piece : pieces.list) {
            split(piece, pieces.next);
        }
        pieces.list.swap(pieces.next);
    }

private:
    // What stands before the first character of a script is dropped, as the reference does.
    void split(const Piece& piece, std::vector<Piece>& out) const
    {
        std::uint8_t last = kNoScript;
        bool begun = false;
        std::size_t begin = 0;
        const auto add = [&](std::size_t end) {
            if (begun && begin < end) {
                out.push_back({piece.text.substr(begin, end - begin), piece.atTextStart && begin == 0});
            }
        };
        for (std::size_t at = 0; at < piece.text.size();) {
            const std::size_t character = at;
            const std::uint8_t script = scriptFor(nextCodePoint(piece.text, at));
            if (script == kNoScript) {
                continue;
            }
            if (!begun || script != last) {
                add(character);
                begin = character;
                begun = true;
            }
            last = script;
        }
        add(piece.text.size());
    }

    std::uint8_t scriptFor(char32_t code) const
    {
        if (code == ' ') {
            return kNoScript;
        }
        const std::uint8_t script = code == 0x30FC ? m_han : scriptOf(code);
        return script == m_hiragana || script == m_katakana ? m_han : script;
    }

    std::uint8_t m_han = scriptNamed("Han");
    std::uint8_t m_hiragana = scriptNamed("Hiragana");
    std::uint8_t m_katakana = scriptNamed("Katakana");
};

} // namespace

std::unique_ptr<PreTokenizer> makeScriptPreTokenizer()
{
    return std::make_unique<ScriptPreTokenizer>();
}

} // namespace firstlight::model
