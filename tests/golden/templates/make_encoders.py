#!/usr/bin/env python3
"""Makes encoders.json: what the programs that checkpoints bring instead of a chat template write for conversations.

    make_encoders.py FOLDER

FOLDER holds the programs as published, which this repository does not: deepseek_v32/encoding_dsv32.py (of DeepSeek-V3.2),
deepseek_v4/encoding_dsv4.py (of DeepSeek-V4-Pro), deepseek_v4_0731/encoding_dsv4.py (of DeepSeek-V4-Flash-0731),
deepseek_v41/encoding.py (of DeepSeek-V4.1-Flash) and kimi_k3/encoding_k3.py (of Kimi-K3). Each row has the encoder that
must write the same ("encoder": the program's path, "model_type": of config.json), the conversation, tools and variables
as a client sends them, and the text. "program" stands for what the encoder looks for in the program's text.
"""

import copy
import importlib.util
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
PLACE = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather at a place, in °C.",
        "parameters": {"type": "object", "properties": {"place": {"type": "string"}, "days": {"type": "integer"}}, "required": ["place"]},
    },
}
SCHEMA = {"type": "object", "properties": {"answer": {"type": "integer"}}, "required": ["answer"]}


def say(role, content="", **fields):
    return {"role": role, "content": content, **fields}


def call(name, arguments, identifier):
    return {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}}


TURNS = [
    say("system", "You are brief.\n"), say("user", "2+2?"), say("assistant", "4", reasoning_content="It is four."),
    say("user", " Zürich 日本 \"<b>\" "),
]
CALLS = [
    say("system", "You are brief."), say("user", "Both?"),
    say("assistant", "Yes.", reasoning_content="Two places.", tool_calls=[
        call("get_weather", '{"place": "Zürich", "days": 2, "more": {"b": [1, null, true], "a": "ö"}}', "c1"),
        call("get_weather", '{"place": "say \\"hi\\"", "exact": false, "share": 0.5}', "c2")]),
    say("tool", "warm", tool_call_id="c2"), say("tool", '{"t": -3}', tool_call_id="c1"),
]
ANSWERED = CALLS + [say("assistant", "Cold and warm.", reasoning_content="Both known."), say("user", "Thanks")]
PICTURE = [say("user", [{"type": "text", "text": "What is "}, {"type": "image"}, {"type": "text", "text": "?"}])]

DEEPSEEK = {
    "turns": dict(messages=TURNS),
    "turns, thinking": dict(messages=TURNS, variables={"enable_thinking": True}),
    "turns, not thinking": dict(messages=TURNS, variables={"thinking": False}),
    "no prompt": dict(messages=TURNS, variables={"thinking_mode": "thinking"}, add_generation_prompt=False),
    "tools": dict(messages=ANSWERED, tools=[PLACE], variables={"thinking": True}),
    "results last": dict(messages=CALLS[1:], variables={"thinking": True}),
    "schema": dict(messages=[say("user", "2+2?")], variables={"response_format": SCHEMA, "thinking": False}),
}
V4 = {
    **DEEPSEEK,
    "merged": dict(messages=[say("user", "a"), say("user", "b"), say("latest_reminder", "Sunday"), say("user", "c")]),
    "task in a message": dict(messages=[say("user", "Look it up?", task="action"), say("assistant", "Search")]),
    "task": dict(messages=[say("user", "a"), say("assistant", "b"), say("user", "c")], variables={"task": "title"}),
    "kept open": dict(messages=[say("user", "a"), say("assistant", "b", reasoning_content="r", wo_eos=True)]),
    "highest effort": dict(messages=TURNS, variables={"reasoning_effort": "max"}),
}
DEVELOPER = {
    "developer": dict(messages=[say("developer", "Answer shortly.", tools=[PLACE], response_format=SCHEMA)], variables={"thinking": True}),
}
K3 = {
    "turns": dict(messages=TURNS),
    "turns, not thinking": dict(messages=TURNS, variables={"enable_thinking": False}),
    "no prompt": dict(messages=TURNS, variables={"reasoning_effort": "low"}, add_generation_prompt=False),
    "tools": dict(messages=ANSWERED, tools=[PLACE], variables={"tool_choice": "required"}),
    "results last": dict(messages=CALLS[1:], variables={"thinking_effort": None}),
    "results without ids": dict(messages=CALLS[1:3] + [say("tool", "1"), say("tool", "2", name="other")]),
    "tools later": dict(messages=TURNS[:2] + [say("system", "", tools=[PLACE]), say("user", "now?", name='a&"b"')]),
    "arguments that are no JSON": dict(messages=[say("user", "a"), say("assistant", "", tool_calls=[call("f", '{"a": 1', "c1")])]),
    "schema": dict(messages=TURNS[:2], variables={"response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": SCHEMA}}}),
    "picture": dict(messages=PICTURE),
}
PROGRAMS = [
    # folder, file, model type, what stands for the program, conversations
    ("deepseek_v32", "encoding/encoding_dsv32.py", "deepseek_v32", "", {**DEEPSEEK, **DEVELOPER}),
    ("deepseek_v4", "encoding/encoding_dsv4.py", "deepseek_v4", "", {**V4, **DEVELOPER}),
    ("deepseek_v4_0731", "encoding/encoding_dsv4.py", "deepseek_v4", '"max": "Reasoning Effort: Beyond maximum"', {
        "low effort": dict(messages=TURNS, variables={"reasoning_effort": "low"}),
        "high effort": dict(messages=TURNS, variables={"reasoning_effort": "high"}),
        "highest effort": V4["highest effort"]}),
    ("deepseek_v41", "encoding/encoding.py", "deepseek_v41", "", {
        **V4, "number as effort": dict(messages=TURNS, variables={"reasoning_effort": 37}),
        "system in the middle": dict(messages=TURNS + [say("assistant", "x"), say("system", "Be loud.")]), "picture": dict(messages=PICTURE),
        "namespaces": dict(tools=[{**PLACE, "namespace": {"name": "sky", "description": "About the sky."}}], messages=[
            say("user", "a"), say("assistant", "", tool_calls=[{**call("get_weather", "{}", "c1"), "namespace": "sky"}])])}),
    ("kimi_k3", "encoding_k3.py", "kimi_k3", "", K3),
]


def load(path):
    spec = importlib.util.spec_from_file_location(path.parent.name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def deepseek(program, folder, messages, tools, variables):
    """As the programs' own tests do: tools and schema are those of the first message, a system message."""
    variables = dict(variables)
    schema = variables.pop("response_format", None)
    if (tools or schema) and messages[0]["role"] != "system":
        messages = [say("system")] + messages
    messages[0].update({k: v for k, v in (("tools", tools), ("response_format", schema)) if v})
    if "task" in variables:
        messages[-1]["task"] = variables.pop("task")
    thinks = variables.pop("thinking", variables.pop("enable_thinking", folder != "deepseek_v32"))
    mode = variables.pop("thinking_mode", "thinking" if thinks else "chat")
    for message in messages:
        for part in message["content"] if isinstance(message["content"], list) else []:
            if part["type"] == "image":
                part["url"] = "picture.png"
    return program.encode_messages(messages, thinking_mode=mode, **variables)


def kimi(program, messages, tools, variables, prompt):
    """With the defaults and names that the checkpoint's tokenizer and servers give."""
    variables = {"thinking_effort": variables.get("reasoning_effort", "max"), **variables}
    variables.pop("reasoning_effort", None)
    variables["thinking"] = variables.pop("enable_thinking", True)
    segments = program.build_chat_segments(messages, tools, add_generation_prompt=prompt, **variables)
    return "".join(segment.text for segment in segments)


def text_of(program, folder, case):
    case = copy.deepcopy(case)
    messages, tools, variables = case["messages"], case.get("tools"), case.get("variables", {})
    prompt = case.get("add_generation_prompt", True)
    if folder == "kimi_k3":
        return kimi(program, messages, tools, variables, prompt)
    text = deepseek(program, folder, messages, tools, variables)
    return text if prompt else text[:text.rindex("<｜Assistant｜>")]


def main():
    rows = []
    for folder, file, model_type, stands_for, cases in PROGRAMS:
        program = load(pathlib.Path(sys.argv[1]) / folder / pathlib.Path(file).name)
        for name, case in cases.items():
            row = {"encoder": file, "model_type": model_type, "program": stands_for, "name": name, **case}
            rows.append(json.dumps({**row, "text": text_of(program, folder, case)}, ensure_ascii=False))
    (HERE / "encoders.json").write_text("[\n" + ",\n".join(rows) + "\n]\n")


if __name__ == "__main__":
    main()
