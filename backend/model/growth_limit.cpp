#include "backend/model/growth_limit.h"

#include "backend/model/utf8.h"

namespace firstlight::model {

void cutOff(std::string& text, std::size_t most)
{
    if (text.size() > most) {
        text.resize(previousCharacter(text, most + 1));
    }
}

void cutOff(std::vector<std::string>& texts, std::size_t most)
{
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i].size() > most) {
            cutOff(texts[i], most);
            texts.resize(i + 1);
            return;
        }
        most -= texts[i].size();
    }
}

} // namespace firstlight::model
