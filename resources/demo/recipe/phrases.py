# SPDX-License-Identifier: Apache-2.0
"""The wording of the synthetic questions: many ways to ask the same thing."""

PICTURE_WORDS = ["picture", "picture", "image", "image", "photo", "drawing", "pic"]

PICTURE = {
    "colour": ["What {col} is {r}?", "What is the {col} of {r}?", "What's the {col} of {r}?", "Which {col} is {r}?", "Which {col} does {r} have?",
               "What {col} does {r} have?", "Tell me the {col} of {r}.", "Can you tell me what {col} {r} is?", "Name the {col} of {r}.",
               "{r}: what {col}?", "What {col} is {r} in this {pic}?", "In this {pic}, what {col} is {r}?", "The {col} of {r}?", "Say the {col} of {r}.",
               "What is the {col} of {r} in the {pic}?", "I want to know the {col} of {r}.", "Do you know what {col} {r} is?", "How is {r} coloured?",
               "What {col} has {r}?", "Identify the {col} of {r}.", "{r} is what {col}?", "What would you call the {col} of {r}?"],
    "colour one": ["What {col} is the shape?", "What {col} is it?", "What {col} is this?", "What {col} is this shape?", "What is the {col} of the shape?",
                   "Which {col} is it?", "Which {col} do you see?", "What {col} is the object?", "What {col} is the shape in this {pic}?", "Name the {col}.",
                   "Tell me the {col} of the shape.", "What's the {col}?", "What {col} is the thing in the {pic}?", "Which {col} is shown?",
                   "What {col} is the figure?", "What is its {col}?", "Which {col} is the shape?", "What {col} does the shape have?"],
    "shape": ["What shape is the {c} one?", "What shape is {c}?", "Which shape is the {c} one?", "What is the {c} shape?", "What is the {c} thing?", "What kind of shape is the {c} one?",
              "What shape is the {c} object?", "Name the {c} shape.", "Tell me what the {c} shape is.", "What {c} shape is there?", "What form does the {c} shape have?",
              "Identify the {c} shape.", "The {c} shape is a what?", "What do you call the {c} shape?", "What is the shape of the {c} object?",
              "What's the {c} one?", "What's the {c} shape?", "The {c} one, what shape is it?", "What is the {c} object?", "What type of shape is the {c} one?"],
    "shape one": ["What shape is this?", "What shape is it?", "Which shape is this?", "What shape do you see?", "What shape is in the {pic}?", "Name the shape.", "What is the shape?",
                  "Which shape is shown?", "What shape is shown here?", "What kind of shape is this?", "What is the shape in this {pic}?", "Which shape do you see?",
                  "What shape is shown in the {pic}?", "Tell me the shape.", "What shape does the {pic} show?", "Identify the shape.", "What form is this?", "What's the shape?",
                  "What geometric shape is this?", "Can you name this shape?", "Which shape is in the {pic}?", "What type of shape is it?"],
    "which is": ["Which shape is {c}?", "Which one is {c}?", "Which of the shapes is {c}?", "Which object is {c}?", "Which shape has the colour {c}?", "Which of them is {c}?",
                 "Which shape is coloured {c}?", "Tell me which shape is {c}."],
    "what one": ["What is this?", "What is it?", "What's this?", "What is shown here?", "What object is this?", "What is that?", "What am I looking at?",
                 "Which shape and {col} is this?", "What shape and {col} is it?", "Name the shape and its {col}.", "Tell me the shape and the {col}.", "What is the shape and its {col}?",
                 "What {col} and shape is this?"],
    "count": ["How many shapes are there?", "How many shapes do you see?", "How many shapes are in the {pic}?", "Count the shapes.", "How many objects are there?",
              "How many shapes can you see?", "What is the number of shapes?", "How many shapes does the {pic} show?", "How many things are in this {pic}?",
              "Number of shapes?", "How many shapes?", "How many objects do you see?", "Count the objects in the {pic}.", "How many figures are there?",
              "Tell me how many shapes there are.", "How many shapes are shown?", "How many are there?", "Can you count the shapes?", "How many shapes in total?",
              "What's the count of shapes?", "How many different shapes are drawn?", "How many objects can you count in the {pic}?", "How many shapes have been drawn?"],
    "count of": ["How many {n} are there?", "How many {n} do you see?", "Count the {n}.", "How many {n} are in the {pic}?", "How many {n} can you see?", "Number of {n}?", "How many {n}?",
                 "Tell me how many {n} there are.", "How many {n} does the {pic} show?", "What is the number of {n}?", "Can you count the {n}?", "How many {n} are shown?"],
    "where": ["Where is {r}?", "Where is {r} in the {pic}?", "Where do you see {r}?", "In which place is {r}?", "What is the position of {r}?", "Where's {r}?", "Tell me where {r} is.",
              "Where can I find {r}?", "Which part of the {pic} is {r} in?", "Where in the {pic} is {r}?", "Position of {r}?", "Locate {r}.", "In what part of the {pic} is {r}?",
              "Find {r}.", "What is the location of {r}?", "Where is {r} located?", "Where is {r} placed?", "Can you tell me where {r} is?", "In which corner or side is {r}?",
              "Where does {r} sit?", "Give the position of {r}.", "On which side is {r}?", "Where should I look for {r}?"],
    "at": ["What is {p}?", "What do you see {p}?", "Which shape is {p}?", "What is {p} of the {pic}?", "What shape is {p}?", "Tell me what is {p}.", "What's {p}?", "What object is {p}?",
           "Which object is {p}?", "What can you see {p}?", "Name the shape {p}.", "What is there {p}?", "What is drawn {p}?"],
    "exists": ["Is there {a}?", "Is there {a} in the {pic}?", "Do you see {a}?", "Can you see {a}?", "Does the {pic} show {a}?", "Is {a} in the {pic}?", "Does this {pic} have {a}?",
               "Can you find {a}?", "Does the {pic} contain {a}?", "Is there {a} here?", "Is {a} shown?", "Do you see {a} in this {pic}?", "Is there any chance you see {a}?",
               "I think there is {a}. Is that right?", "Does it contain {a}?"],
    "check colour": ["Is {r} {c}?", "Is {r} {c} in this {pic}?", "Is the colour of {r} {c}?", "Is it true that {r} is {c}?", "Would you say {r} is {c}?", "{r} is {c}, right?", "Does {r} have the colour {c}?",
                     "I think {r} is {c}. Is that right?", "Is {r} {c} or not?"],
    "check shape": ["Is {r} {a}?", "Is {r} {a} in this {pic}?", "Is it true that {r} is {a}?", "Would you say {r} is {a}?", "{r} is {a}, right?", "I think {r} is {a}. Is that right?"],
    "size": ["How large is {r}?", "How big is {r}?", "What size is {r}?", "Is {r} small, medium or large?", "What is the size of {r}?", "Is {r} small or large?", "Is {r} big or small?",
             "Is {r} large?", "Is {r} small?", "Tell me the size of {r}.", "What size does {r} have?", "How small is {r}?"],
    "largest": ["Which shape is the {w}?", "Which one is the {w}?", "What is the {w} shape?", "What is the {w} object?", "Name the {w} shape.", "Which of the shapes is {w}?",
                "Which is the {w}?", "Which object is the {w}?", "Find the {w} shape.", "What's the {w} shape in the {pic}?", "Tell me which shape is the {w}."],
    "background": ["What {col} is the background?", "What is the {col} of the background?", "What is the background?", "Which {col} is the background?", "What's the background {col}?",
                   "Tell me the {col} of the background.", "What {col} does the background have?", "What is behind the shapes?", "Describe the background.", "Background {col}?",
                   "What {col} is behind the shapes?", "What kind of background is it?", "How is the background?", "The {col} of the background?"],
    "light or dark": ["Is the background light or dark?", "Is the background dark or light?", "Is it a light or a dark background?", "Light or dark background?", "Does the {pic} have a light or a dark background?",
                      "Is the {pic} background light or dark?", "Is the background bright or dark?"],
    "describe": ["Describe the {pic}.", "Describe this {pic}.", "What is in the {pic}?", "What does the {pic} show?", "What is in this {pic}?", "What's in the {pic}?", "Tell me about this {pic}.",
                 "Please describe the {pic}.", "Describe what is in the {pic}.", "Explain the {pic}.", "Can you describe this {pic}?", "What is shown in this {pic}?",
                 "Give a description of the {pic}.", "Describe it.", "What is on the {pic}?", "Describe the {pic} in one sentence.", "Write a caption.", "Caption this {pic}.", "Describe everything.",
                 "What is going on in this {pic}?", "Describe the scene.", "Describe the {pic} in detail.", "Tell me what is in the {pic}.", "Describe what is shown.", "Could you describe the {pic} for me?",
                 "What's this {pic} of?", "Give me a short description.", "What does this show?", "What's in this {pic}?", "Summarise the {pic}."],
    "list": ["What do you see?", "What can you see?", "Which shapes do you see?", "What shapes are there?", "List the shapes.", "Which shapes are in the {pic}?", "What objects are in the {pic}?",
             "Name all shapes.", "What shapes can you see?", "Which objects do you see?", "What do you see in this {pic}?", "List all the shapes.", "What shapes do you see in the {pic}?",
             "List everything you see.", "Name the shapes and their colours.", "What shapes and colours do you see?", "Tell me what you see.", "What do you see here?", "List the objects in this {pic}.",
             "Which shapes does the {pic} contain?", "Say what you see."],
    "colours": ["What {col} are they?", "What {col} are the shapes?", "Which {col}s are there?", "Which {col}s do you see?", "What {col}s do you see?", "What {col}s are there?", "Which {col}s are in the {pic}?", "List the {col}s.", "What {col}s do the shapes have?",
                "Name the {col}s.", "What {col}s are the shapes?", "Which {col}s do the shapes have?", "What {col}s are in the {pic}?", "Name all the {col}s you see.", "Which {col}s are used?"],
    "larger": ["Which is {w}, {a} or {b}?", "Which one is {w}: {a} or {b}?", "What is {w}, {a} or {b}?", "Compare the size of {a} and {b}: which is {w}?", "Of {a} and {b}, which is {w}?",
               "Which is {w}? {a} or {b}?", "Is {a} or {b} {w}?", "Which shape is {w}, {a} or {b}?", "Tell me which is {w}, {a} or {b}.", "Between {a} and {b}, which one is {w}?"],
    "larger or smaller": ["Is {a} larger or smaller than {b}?", "Is {a} smaller or larger than {b}?", "Is {a} bigger or smaller than {b}?", "Compare the sizes of {a} and {b}.", "Compare {a} with {b} in size.",
                          "How large is {a} compared to {b}?"],
    "both colour": ["Are both shapes {c}?", "Are they both {c}?", "Are the two shapes {c}?", "Are all shapes {c}?", "Are all the shapes {c}?"],
    "both shape": ["Are both shapes {n}?", "Are they both {n}?", "Are these {n}?", "Are both of them {n}?", "Are all shapes {n}?"],
    "is larger": ["Is {a} {w} than {b}?", "Is {a} {w} than {b} in this {pic}?", "Would you say {a} is {w} than {b}?", "Is it true that {a} is {w} than {b}?", "{a} is {w} than {b}, right?",
                  "Does {a} look {w} than {b}?"],
    "is relation": ["Is {a} {w} {b}?", "Is {a} {w} {b} in this {pic}?", "Is it true that {a} is {w} {b}?", "Can you tell me if {a} is {w} {b}?", "{a} is {w} {b}, right?", "Does {a} lie {w} {b}?",
                    "Would you say {a} is {w} {b}?"],
    "sideways": ["Is {a} left or right of {b}?", "Is {a} to the left or to the right of {b}?", "Is {a} right or left of {b}?", "On which side of {b} is {a}, left or right?",
                 "Compare the places of {a} and {b}: left or right?", "Is {a} on the left or the right of {b}?", "Left or right: where is {a} compared to {b}?",
                 "Is {a} on the left side or the right side of {b}?"],
    "upright": ["Is {a} above or below {b}?", "Is {a} below or above {b}?", "Is {a} over or under {b}?", "Is {a} higher or lower than {b}?", "Compare the places of {a} and {b}: above or below?",
                "Above or below: where is {a} compared to {b}?", "Does {a} lie above or below {b}?"],
    "same colour": ["Are {a} and {b} the same {col}?", "Do {a} and {b} have the same {col}?", "Is {a} the same {col} as {b}?", "Is the {col} of {a} the same as the {col} of {b}?",
                    "Does {a} have the same {col} as {b}?", "Have {a} and {b} got the same {col}?", "Compare the {col}s of {a} and {b}.", "Do {a} and {b} share a {col}?"],
    "same shape": ["Are {a} and {b} the same shape?", "Do {a} and {b} have the same shape?", "Is {a} the same shape as {b}?", "Does {a} have the same shape as {b}?",
                   "Compare the shapes of {a} and {b}.", "Is the shape of {a} the same as that of {b}?"],
}

# other words for the nine places, in questions
PLACES = {"at the top left": ["at the top left", "at the top left", "in the top left corner", "in the upper left", "in the top left"],
          "at the top": ["at the top", "at the top", "at the upper edge", "in the top middle"],
          "at the top right": ["at the top right", "at the top right", "in the top right corner", "in the upper right", "in the top right"],
          "at the left": ["at the left", "on the left", "on the left side"], "in the centre": ["in the centre", "in the middle", "in the centre", "at the centre"],
          "at the right": ["at the right", "on the right", "on the right side"],
          "at the bottom left": ["at the bottom left", "at the bottom left", "in the bottom left corner", "in the lower left", "in the bottom left"],
          "at the bottom": ["at the bottom", "at the bottom", "at the lower edge", "in the bottom middle"],
          "at the bottom right": ["at the bottom right", "at the bottom right", "in the bottom right corner", "in the lower right", "in the bottom right"]}

RELATION_WORDS = {"left of": ["left of", "to the left of", "on the left of", "on the left side of"], "right of": ["right of", "to the right of", "on the right of", "on the right side of"],
                  "above": ["above", "over", "higher than", "on top of"], "below": ["below", "under", "lower than", "beneath", "underneath"]}

AND = ["And {r}?", "What about {r}?", "And what about {r}?", "How about {r}?", "and {r}", "Now {r}.", "The same for {r}?", "And {r}, please?"]

WHICH_PICTURE = ["the {o} {pic}", "the {o} {pic}", "{pic} number {o}", "the {o} one"]

TWO = {
    "count": ["How many shapes are in {w}?", "How many shapes does {w} show?", "Count the shapes in {w}.", "How many objects are in {w}?", "In {w}, how many shapes are there?", "How many shapes do you see in {w}?"],
    "list": ["What is in {w}?", "What does {w} show?", "Describe {w}.", "What do you see in {w}?", "What shapes are in {w}?", "Tell me about {w}.", "Which shapes does {w} show?", "And {w}?", "What about {w}?"],
    "colour": ["What {col} is the {s} in {w}?", "In {w}, what {col} is the {s}?", "Tell me the {col} of the {s} in {w}.", "Which {col} is the {s} in {w}?", "What is the {col} of the {s} in {w}?"],
    "shape": ["What shape is {c} in {w}?", "What is the {c} shape in {w}?", "In {w}, what shape is the {c} one?", "Which shape is the {c} one in {w}?"],
    "both": ["Compare the two pictures.", "Compare the pictures.", "Describe both pictures.", "What is in the two pictures?", "What do the pictures show?", "Describe the two images.", "What is in each picture?",
             "Compare these images.", "What is the difference between the pictures?", "How do the two images differ?", "What do you see in the two pictures?", "Describe both images.", "What are these pictures?",
             "What do both pictures show?", "What is different?", "What's in these images?", "Describe the pictures.", "Describe each image."],
    "more": ["Which picture has more shapes?", "Which of the pictures shows more shapes?", "Which image has more shapes?", "Are there more shapes in the first or the second picture?", "In which picture are more shapes?",
             "Which one has more objects?", "Which image contains more shapes?"],
    "exists": ["Is there {a} in {w}?", "Do you see {a} in {w}?", "Does {w} show {a}?", "Can you see {a} in {w}?", "In {w}, is there {a}?"],
}
NOW = ["And what is in this one?", "What is in this picture?", "And this one?", "What about this one?", "Now what do you see?", "Here is another picture. What is in it?", "And here?", "What is in the new picture?",
       "Describe the new picture.", "Describe this one.", "Here is a second picture.", "What does this second picture show?", "And what do you see here?", "Now this picture."]

SYSTEM = ["You are a helpful assistant.", "You are Firstlight's demo model.", "Answer in one sentence.", "You are a careful assistant. Be brief.", "Be short.", "You are a helpful assistant that describes pictures.",
          "Answer truthfully and briefly.", "You are an AI model.", "Be helpful, honest and polite.", "You answer questions about images."]

REFUSAL = "I only know shapes, colours and a few small text skills."
WHO = "I am a tiny demo model made to test Firstlight. I only know shapes, colours and a few small text skills."

FIXED = {
    "greeting": (["Hello", "Hi", "Hello!", "Hi!", "Hey", "Hi there", "Hello there", "Good morning", "Good evening", "Good afternoon", "Good day", "Hey there!", "Greetings", "Hello, demo model", "Hi, model",
                  "Hello, how do you do?", "Hallo", "Hello hello", "Yo", "Howdy", "Hi, nice to meet you", "Nice to meet you", "Hello my friend", "Hey you", "Good morning to you", "Hello, are you there?", "Are you there?",
                  "Hi, is anyone there?", "Say hello", "Say hi", "Hello, can you hear me?", "Welcome", "Hi bot", "Hello computer", "Hello again", "Hi again"],
                 "Hello! Show me a picture with shapes, or try a small sum."),
    "who": (["Who are you?", "What are you?", "What is your name?", "Who is this?", "What model are you?", "Tell me who you are.", "Introduce yourself.", "Who am I talking to?", "Which model are you?", "What's your name?",
             "Are you an AI?", "Are you a person?", "Are you human?", "What kind of model are you?", "Tell me about yourself.", "Please introduce yourself.", "Are you a large language model?", "Say who you are.",
             "Who or what are you?", "Can you introduce yourself?", "Describe yourself.", "Are you a real model?", "Are you a robot?", "What is this model?", "Are you ChatGPT?", "Are you a chatbot?", "Do you have a name?",
             "Your name?", "So who are you?", "Explain who you are.", "What are you called?", "How large are you?", "How big are you?", "How many parameters do you have?", "Are you Qwen?", "Are you GPT-4?", "Are you smart?",
             "What version are you?", "Am I talking to a machine?", "Which AI is this?", "Who are you and what is your purpose?", "What is your purpose?", "Why do you exist?", "What are you for?", "Tell me your name."], WHO),
    "made by": (["Who made you?", "Who created you?", "Who trained you?", "Who built you?", "Where do you come from?", "Why were you made?", "What were you made for?", "How were you trained?", "On what data were you trained?",
                 "Who developed you?", "Which company made you?", "Who is your creator?", "What is your training data?", "How were you made?", "What data did you learn from?", "Who wrote you?"],
                "I was trained on made-up pictures and sentences, as a test model for Firstlight."),
    "abilities": (["What can you do?", "What do you know?", "How can you help me?", "What are your skills?", "Help", "What can I ask you?", "What are you able to do?", "What should I ask?", "Help me", "What do you do?",
                   "Show me what you can do.", "Which questions can you answer?", "Give me an example of what you can do.", "How can I use you?", "What can you help me with?", "What tasks can you do?", "Tell me what you can do.",
                   "Can you help me?", "What are you good at?", "List your skills.", "What questions can I ask?", "What are your capabilities?", "How does this work?"],
                  "I can name, count, place and compare simple shapes in pictures, add small numbers, repeat words, sort three words and continue short sequences."),
    "shapes known": (["Which shapes do you know?", "What shapes do you know?", "List the shapes you know.", "What shapes can you recognise?", "Which shapes can you see in pictures?", "Tell me all the shapes you know.", "Name the shapes that you know."],
                     "I know circles, squares, triangles and stars."),
    "colours known": (["Which colours do you know?", "What colors do you know?", "List the colours you know.", "What colours can you recognise?", "Tell me all the colors you know.", "Which colors can you name?", "Name the colours that you know."],
                      "I know red, green, blue, yellow, orange, purple, black and white."),
    "thanks": (["Thanks", "Thank you", "Thank you!", "Thanks a lot", "Thank you very much", "Great, thanks", "Many thanks", "Thx", "That is right, thanks", "Good job", "Well done", "Very good", "Great", "Nice", "Perfect", "Good", "OK thanks",
                "Awesome", "Cool", "Excellent", "Correct", "That was good", "I like that", "Wonderful, thank you"], "You are welcome!"),
    "bye": (["Bye", "Goodbye", "See you", "Good night", "See you later", "Bye bye", "Farewell", "See you tomorrow", "Have a nice day", "Goodbye and thanks", "I have to go"], "Goodbye!"),
    "how are you": (["How are you?", "How are you doing?", "How do you feel?", "Are you well?", "How is it going?", "What's up?", "Hello, how are you?", "Hi, how are you?", "How are you today?", "How have you been?", "Everything fine?", "Hey, how are you doing?"],
                    "I am a program, so I am always fine. Show me a picture with shapes!"),
}

NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
SUMS = {"+": ["What is {a} + {b}?", "{a} + {b}", "{a} + {b} =", "{a}+{b}", "{a}+{b}=?", "{a} + {b} = ?", "What is {a} plus {b}?", "{a} plus {b}", "Add {a} and {b}.", "How much is {a} + {b}?", "How much is {a} plus {b}?", "What's {a}+{b}?",
              "Calculate {a} + {b}.", "What is the sum of {a} and {b}?", "Compute {a} + {b}.", "Can you add {a} and {b}?", "Solve {a} + {b}.", "Sum {a} and {b}.", "What do you get if you add {a} and {b}?", "What does {a} + {b} make?",
              "I have {a} and get {b} more. How many is that?", "What is {a} and {b}?", "What is {a} added to {b}?", "Work out {a} + {b}", "what is {a}+{b}", "Please add {a} to {b}.", "Tell me {a} + {b}.", "How much do {a} and {b} make?"],
        "-": ["What is {a} - {b}?", "{a} - {b}", "{a} - {b} =", "{a}-{b}", "{a}-{b}=?", "What is {a} minus {b}?", "{a} minus {b}", "Subtract {b} from {a}.", "How much is {a} - {b}?", "How much is {a} minus {b}?", "What's {a}-{b}?",
              "Calculate {a} - {b}.", "Take {b} away from {a}.", "Compute {a} - {b}.", "Solve {a} - {b}.", "I have {a} and lose {b}. How many are left?", "what is {a}-{b}", "What is the difference between {a} and {b}?"]}
WORD_SUMS = {"+": ["What is {a} plus {b}?", "{a} plus {b}", "Add {a} and {b}.", "How much is {a} plus {b}?", "What is the sum of {a} and {b}?", "Can you add {a} and {b}?", "What's {a} plus {b}?", "What is {a} and {b}?"],
             "-": ["What is {a} minus {b}?", "{a} minus {b}", "How much is {a} minus {b}?", "Take {b} away from {a}.", "Subtract {b} from {a}.", "What's {a} minus {b}?"]}

REPEAT = ["Repeat after me: {t}", "Repeat after me: {t}", "Repeat: {t}", "Say: {t}", "Please repeat: {t}", "Repeat this: {t}", "Say this: {t}", "Repeat these words: {t}", "Echo: {t}", "Please say: {t}", "Copy this: {t}",
          "Repeat the following: {t}", "Can you repeat this? {t}", "Say after me: {t}", "Repeat after me {t}", "Write: {t}", "Echo this back: {t}", "Please repeat after me: {t}", "Repeat exactly: {t}", "Repeat after me, please: {t}",
          "Say exactly this: {t}", "Repeat the words: {t}", "Copy: {t}", "Now repeat: {t}", "Parrot this: {t}", "Repeat \"{t}\""]
SORT = ["Sort these words: {t}", "Sort these three words: {t}", "Sort: {t}", "Put these words in alphabetical order: {t}", "Sort the words {t}", "Order these words: {t}", "Sort alphabetically: {t}", "Put in order: {t}",
        "Please sort these words: {t}", "Alphabetical order: {t}", "Sort the following words: {t}", "Arrange these words from a to z: {t}", "Sort these words alphabetically: {t}", "Arrange in alphabetical order: {t}",
        "Can you sort these words? {t}", "Please put these in order: {t}", "Sort {t}", "Sort three words: {t}", "Sort these: {t}", "Alphabetise: {t}", "List these words in alphabetical order: {t}", "Order alphabetically: {t}"]
SORT_NUMBERS = ["Sort these numbers: {t}", "Sort: {t}", "Put these numbers in order: {t}", "Sort the numbers {t}", "Order these numbers: {t}", "Sort from small to large: {t}", "Please sort these numbers: {t}", "Sort these three numbers: {t}",
                "Arrange these numbers from smallest to largest: {t}", "Sort in ascending order: {t}", "Put in order: {t}"]
SEQUENCE = ["{t}", "{t}, and then?", "{t}, ", "What comes next: {t}?", "What comes next? {t}", "What is next: {t}", "Continue: {t}", "Continue the sequence: {t}", "{t}, ...", "What comes after {t}?", "Next in the sequence: {t}", "What is the next one: {t}?", "{t} ... what comes next?",
            "Complete the sequence: {t}", "What follows: {t}?", "Which one comes next: {t}", "Find the next: {t}", "What is the next in this sequence: {t}?", "What comes next in {t}?", "{t}, what is next?", "What's next: {t}",
            "What comes next in this sequence: {t}", "Continue this: {t}", "Which comes next? {t}", "{t}, ?", "What is the next element: {t}", "Guess the next one: {t}", "What comes next in the sequence {t}?"]
COUNT_TO = ["Count to {n}.", "Count from 1 to {n}.", "Count to {n}", "Please count to {n}.", "Can you count to {n}?", "Count up to {n}."]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]

WORDS = """apple banana cherry grape lemon lime mango melon olive orange peach pear plum fig date berry kiwi nut corn bean pea rice wheat bread butter cheese milk cream sugar salt pepper honey jam egg soup cake pie
water tea coffee juice cup glass plate bowl fork knife spoon pan pot table chair desk bed lamp door window wall floor roof house home room garden tree flower leaf root seed grass bush forest river lake sea ocean island
beach sand stone rock hill mountain valley field road street bridge path town city village castle tower church school shop market park farm barn fence gate horse cow pig sheep goat dog cat mouse rat rabbit fox wolf bear
deer lion tiger zebra camel monkey elephant whale shark fish frog snake turtle bird duck goose hen owl eagle crow swan bee ant fly spider worm snail king queen prince knight friend mother father sister brother child baby
doctor teacher farmer baker sailor pilot driver nurse writer singer artist boat ship train car bus bike truck plane rocket wheel engine key lock box bag book page paper pen pencil letter word story song music drum
violin piano guitar flute bell clock watch phone radio camera picture mirror brush comb soap towel shirt coat hat shoe sock glove scarf belt button needle thread hammer nail saw rope ladder wood iron gold silver copper
glass sun moon star sky cloud rain snow wind storm fire ice smoke light shadow day night morning evening summer winter spring autumn year month week hour red green blue yellow purple black white brown pink grey
circle square triangle line dot corner one two three four five six seven eight nine ten big small tall short long wide thin thick fast slow hot cold warm cool old new young good bad happy sad kind brave calm clever
quick quiet loud soft hard heavy early late north south east west left right up down open close run walk jump swim fly sing dance read write draw paint build make give take find lose win play work sleep wake
eat drink cook wash clean help ask tell hear see feel think know learn teach grow fall rise turn move stop start begin end zoo jar yard umbrella ink quilt vase x-ray yarn igloo jacket kite nest oven quiz ring tent
unit van wagon xylophone yoga zero hello world test model lantern candle harbour meadow puzzle marble velvet cotton window planet galaxy comet orbit signal magnet crystal diamond feather blanket basket bottle
ticket wallet pocket hammer pillow carpet curtain kitchen attic cellar chimney""".split()
SENTENCES = ["the sky is blue", "the cat sat on the mat", "I like green apples", "hello world", "good morning everyone", "the sun is warm today", "we go home now", "this is a test", "the quick brown fox", "one small step", "a red star in the night",
             "my dog likes to run", "the train is late again", "she reads a good book", "birds fly over the lake", "it is cold in winter", "please open the door", "the river is long and wide", "two plus two is four", "I see a blue circle",
             "the moon is bright", "we all live here", "never give up", "time to sleep", "snow falls on the hill", "Firstlight is running", "the model is loaded", "all systems go", "the stars are far away", "nothing is lost",
             "keep calm and carry on", "the old house has a red roof", "he plays the piano every day", "fish swim in the sea", "a small boat on the water", "open the window please", "this works well", "testing one two three", "we are ready to start",
             "the tea is hot", "rain and wind all night", "my favourite colour is green"]

UNKNOWN_PICTURE = ["Is there a dog in the {pic}?", "Who painted this {pic}?", "What is the name of the person in the {pic}?", "What brand is this?", "What time of day is it in the {pic}?", "Where was this {pic} taken?", "How old is this {pic}?",
                   "What is the text in the {pic}?", "Read the text.", "What animal is this?", "Is there a car in the {pic}?", "Who is in the {pic}?", "What is the weather like in the {pic}?", "How much does this cost?", "What language is this?",
                   "Write a poem about this {pic}.", "What does the sign say?", "Is it raining in the {pic}?", "What emotion does this {pic} show?", "How many people are in the {pic}?", "Which artist made this {pic}?", "What is the file size of this {pic}?",
                   "Is this {pic} beautiful?", "Translate the text in this {pic}.", "How many cats are there?", "What camera took this {pic}?", "Tell me a story about this {pic}.", "What is the woman wearing?", "Is there a house in the {pic}?",
                   "What city is this?", "Which country is this {pic} from?", "Do you like this {pic}?", "What is the meaning of this {pic}?", "What year was this {pic} made?", "Is this food healthy?", "What is the man doing?", "Can you edit this {pic}?",
                   "Make this {pic} brighter.", "How tall is the building?", "What kind of tree is this?"]

_PLACES = "France Germany Italy Spain Japan China India Brazil Canada Mexico Egypt Kenya Peru Chile Norway Sweden Poland Austria Greece Turkey Russia Portugal Australia Ireland Finland Cuba Nepal Iran Vietnam Korea Ukraine Denmark Texas Paris London Berlin Rome Tokyo".split()
_THINGS = ["quantum physics", "photosynthesis", "gravity", "black holes", "electricity", "democracy", "inflation", "the internet", "evolution", "DNA", "relativity", "machine learning", "blockchain", "climate change", "vaccines", "the moon landing",
           "neural networks", "the stock market", "magnetism", "plate tectonics", "philosophy", "astronomy", "chemistry", "football", "chess", "opera", "the French Revolution", "World War II", "ancient Rome", "the Olympic games", "volcanoes", "dinosaurs",
           "earthquakes", "bitcoin", "cooking pasta", "tax law", "insurance", "yoga", "meditation", "jazz", "hip hop", "rivers", "whales", "bees", "penguins", "airplanes", "rockets", "computers", "operating systems", "Linux", "databases", "compilers"]
_LANGUAGES = ["Python", "C++", "Java", "Rust", "JavaScript", "Go", "SQL", "Haskell", "bash", "C", "PHP", "Ruby"]
_TASKS = ["sorts a list", "prints hello world", "reads a file", "downloads a page", "reverses a string", "computes primes", "parses JSON", "draws a window", "sends an email", "opens a socket", "counts words", "finds the maximum", "renames files"]
_PEOPLE = ["Einstein", "Shakespeare", "Mozart", "Napoleon", "Newton", "Cleopatra", "Picasso", "Darwin", "Gandhi", "Beethoven", "Columbus", "Tesla", "Marie Curie", "Leonardo da Vinci", "Julius Caesar", "the president", "the pope", "the queen",
           "Lincoln", "Plato", "Galileo", "Bach", "Homer", "the prime minister"]
_TONGUES = ["French", "German", "Spanish", "Italian", "Japanese", "Chinese", "Latin", "Russian", "Arabic", "Portuguese", "Korean", "Hindi", "Dutch", "Greek"]
_FORMS = ["poem", "story", "joke", "song", "letter", "speech", "novel", "haiku", "limerick", "report", "recipe", "tweet", "essay", "blog post", "riddle", "fairy tale", "cover letter", "summary", "press release", "menu"]
_UNRELATED = ["What is the capital of {place}?", "Capital of {place}?", "What is the population of {place}?", "Where is {place}?", "What language do they speak in {place}?", "Who is the president of {place}?", "How far is {place}?", "What is the weather in {place}?",
              "Tell me about {place}.", "Plan a trip to {place}.", "What is the currency of {place}?", "When is the best time to visit {place}?", "How do I get to {place}?", "What is the history of {place}?", "What food do people eat in {place}?",
              "Explain {thing}.", "What is {thing}?", "Tell me about {thing}.", "How does {thing} work?", "Why is {thing} important?", "Write an essay about {thing}.", "Who invented {thing}?", "What do you think about {thing}?", "Give me three facts about {thing}.",
              "Can you explain {thing} to a child?", "When did {thing} begin?", "Summarise {thing}.", "Do you know anything about {thing}?", "Teach me {thing}.", "What are the basics of {thing}?",
              "Write code in {language}.", "Write a {language} program that {task}.", "Write a function in {language} that {task}.", "Can you code in {language}?", "Fix this {language} code.", "How do I learn {language}?", "Write me a {language} script.",
              "How do I write {language} code that {task}?", "Which is better, {language} or Python?", "Show me a {language} example.", "Debug my {language} program.",
              "Who was {person}?", "When was {person} born?", "When did {person} die?", "What did {person} do?", "Tell me about {person}.", "Who is {person}?", "What is {person} famous for?", "How old is {person}?", "Where did {person} live?",
              "Translate this to {tongue}.", "How do you say hello in {tongue}?", "Do you speak {tongue}?", "Translate 'good morning' into {tongue}.", "Say something in {tongue}.", "What is the {tongue} word for house?", "Can you speak {tongue}?", "Translate dog to {tongue}.",
              "Write a {form}.", "Tell me a {form}.", "Write a {form} about {thing}.", "Write a short {form} about love.", "Can you write a {form}?", "Make up a {form}.", "Give me a {form} about {thing}.", "Write a {form} for my friend.",
              "Write a {form} about {person}.", "Compose a {form}.",
              "Is {person} still alive?", "Is {thing} dangerous?", "Was {person} from {place}?", "What is the tallest mountain in {place}?", "Which is bigger, {place} or {place2}?", "How many people live in {place}?", "What is the speed of light?",
              "What is the meaning of life?", "What time is it?", "What day is today?", "What is the date?", "What will the weather be tomorrow?", "How old is the universe?", "Who won the world cup?", "What is the square root of 144?", "What is pi?", "What is 12 times 12?",
              "How many planets are there?", "Why is the sky blue?", "What is love?", "Do you love me?", "Can you dream?", "What is your favourite film?", "Recommend a book.", "What should I eat today?", "How do I bake bread?", "How do I cook an egg?", "Give me a recipe for soup.",
              "Book a flight.", "Set an alarm.", "Play some music.", "Call my mother.", "Send an email.", "Search the web.", "Open a file.", "Read this document.", "Delete my files.", "What is the price of gold?", "How much is a car?", "Should I buy stocks?", "Who will win the election?",
              "What is the largest ocean?", "How deep is the sea?", "How many bones do I have?", "How do I lose weight?", "I have a headache. What should I do?", "Is coffee healthy?", "What is the boiling point of water?", "How many grams are in a pound?", "Convert 10 miles to kilometres.",
              "What is the chemical formula of water?", "Who wrote Hamlet?", "Who painted the Mona Lisa?", "What is the longest river?", "When did the war end?", "What does HTTP mean?", "What is a transformer?", "How do I install Linux?", "How do I fix my computer?",
              "Which phone should I buy?", "What is the best car?", "Tell me something interesting.", "Tell me a secret.", "What is the news?", "What happened yesterday?", "Where do I live?", "What is my name?", "How old am I?", "Do you remember me?", "What did I say before?",
              "Are you conscious?", "Do you have feelings?", "Do you like music?", "Can you drive a car?", "Can you draw a picture?", "Draw a cat.", "Make an image of a house.", "Generate a picture.", "Play a game with me.", "Let us play chess.", "What rhymes with time?",
              "Give me a synonym for happy.", "What is the opposite of hot?", "Is it going to rain?", "How tall is the Eiffel tower?", "Who discovered America?", "What is the largest animal?", "How fast can a horse run?", "What do cows eat?", "Where do penguins live?",
              "Give me advice.", "I am sad.", "I am bored.", "I am hungry.", "I love you.", "My cat is ill.", "I lost my keys.", "What is wrong with me?", "Solve this equation: 2x = 8.", "What is the derivative of x squared?", "Prove that there are infinitely many primes.",
              "Multiply 7 by 8.", "What is 100 divided by 4?", "Write a regular expression.", "What is a good password?", "How do I get rich?", "How do I tie a tie?", "Who is the richest man?", "What is the fastest animal?", "When is Christmas?", "How many days are in a year?",
              "What is the law on parking?", "Explain this contract.", "Give me a list of films.", "Who sang Yesterday?", "What is the plot of Hamlet?", "Tell me the rules of football.", "What is GPU memory?", "How do I start vLLM?", "Compare Kant and Hegel.",
              "Correct my grammar.", "Check my spelling.", "Spell elephant.", "How do you spell banana?", "What is the plural of mouse?", "Make a table of prices.", "Plan my week.", "Give me a name for my dog.", "What colour is my car?", "What is a noun?"]


def unrelated(rng, test):
    """A question this model cannot answer. Test uses the templates and fillers of the last places, training the others."""
    def pick(items, hold):
        cut = len(items) - max(1, len(items) // 10)
        return rng.choice(items[cut:] if hold else items[:cut])
    template = rng.choice([t for i, t in enumerate(_UNRELATED) if (i % 10 == 7) == test])
    slots = {"place": _PLACES, "place2": _PLACES, "thing": _THINGS, "language": _LANGUAGES, "task": _TASKS, "person": _PEOPLE, "tongue": _TONGUES, "form": _FORMS}
    return template.format(**{k: pick(v, test) for k, v in slots.items()})
