"""Renders chat templates in a process that can do nothing else.

Talks over its standard input, a socket: each message is a 4-byte little-endian length and that many bytes of JSON. The
first request compiles the template, all others render it. Before the first request the process gives up files,
network, further processes and most system calls, and says so; each request has its own limit of processor time. The environment
equals the one that the `transformers` library renders chat templates in.
"""

import os
import sys

EXIT_NO_JINJA = 3
EXIT_NOT_CONFINED = 4

try:
    import jinja2
    import jinja2.debug
    import jinja2.ext
    import jinja2.filters
    import jinja2.sandbox
except ImportError:
    sys.exit(EXIT_NO_JINJA)

import ctypes
import datetime
import json
import pprint  # noqa: F401  (filters import these when first used; later no file can be opened)
import random  # noqa: F401
import re
import resource
import struct
import textwrap  # noqa: F401
import time
import urllib.parse  # noqa: F401

REASONING_FIELDS = ("reasoning_content", "thinking", "reasoning")
CPU_SECONDS = 3
PROBE = "\u2063probe\u2063"


class GenerationBlock(jinja2.ext.Extension):
    """{% generation %} marks what the model wrote; it renders as its contents."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.Scope(body).set_lineno(line)


class DictFactory:
    """`dict` for templates: makes dictionaries, and shows nothing of the class behind."""

    def __call__(self, *args, **kwargs):
        return dict(*args, **kwargs)

    def fromkeys(self, *args, **kwargs):
        return dict.fromkeys(*args, **kwargs)


class SafeNamespace(jinja2.utils.Namespace):
    """`namespace` without attributes that begin with an underscore."""

    def __init__(*args, **kwargs):
        attributes = dict(*args[1:], **kwargs)
        for name in attributes:
            SafeNamespace.check(name)
        jinja2.utils.Namespace.__init__(args[0], attributes)

    def __setitem__(self, name, value):
        SafeNamespace.check(name)
        jinja2.utils.Namespace.__setitem__(self, name, value)

    @staticmethod
    def check(name):
        if isinstance(name, str) and name.startswith("_"):
            raise jinja2.exceptions.SecurityError(f"a namespace cannot have the attribute {name!r}")


class OutputTooLong(Exception):
    pass


class Renderer:
    def __init__(self):
        self.now = None
        self.template = None
        environment = jinja2.sandbox.ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=[GenerationBlock, jinja2.ext.loopcontrols]
        )
        environment.filters["tojson"] = self.to_json
        environment.globals["raise_exception"] = self.raise_exception
        environment.globals["strftime_now"] = self.strftime_now
        environment.globals["dict"] = DictFactory()
        environment.globals["namespace"] = SafeNamespace
        self.environment = environment

    @staticmethod
    def to_json(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

    @staticmethod
    def raise_exception(message):
        raise jinja2.exceptions.TemplateError(message)

    def strftime_now(self, pattern):
        moment = datetime.datetime.now() if self.now is None else datetime.datetime.fromtimestamp(self.now)
        return moment.strftime(pattern)

    def compile(self, request):
        self.template = self.environment.from_string(request["template"])
        variables = request["variables"]
        return {
            "reads_strings": self.writes(PROBE, variables),
            "reads_lists": self.writes([{"type": "text", "text": PROBE}], variables),
        }

    def writes(self, content, variables):
        """Whether a message with that content comes out, and not as a list that is only printed."""
        try:
            text = self.render_text({**variables, "messages": [{"role": "user", "content": content}]}, 1 << 20)
        except (MemoryError, OutputTooLong):
            raise
        except Exception:
            return False
        return PROBE in text and not re.search("['\"]text['\"]: ['\"]" + PROBE, text)

    def render(self, request):
        self.now = request.get("now")
        variables = request["variables"]
        variables["messages"] = [self.with_reasoning(message) for message in variables["messages"]]
        return {"text": self.render_text(variables, request["max_output_bytes"])}

    def render_text(self, variables, max_bytes):
        parts = []
        size = 0
        for part in self.template.generate({"tools": None, "documents": None, "add_generation_prompt": False, **variables}):
            size += len(part.encode("utf-8", "replace"))
            if size > max_bytes:
                raise OutputTooLong
            parts.append(part)
        return "".join(parts)

    @staticmethod
    def with_reasoning(message):
        """A message's reasoning under each of the names that templates know."""
        reasoning = next((message[field] for field in REASONING_FIELDS if message.get(field) is not None), None)
        if reasoning is None:
            return message
        return {"thinking": reasoning, **message, "reasoning_content": reasoning}


def describe(error):
    if isinstance(error, OutputTooLong):
        return "limit: it writes more than its limit of output"
    if isinstance(error, MemoryError):
        return "limit: it needs more memory than its limit"
    if isinstance(error, RecursionError):
        return "limit: it calls itself too deeply"
    line = getattr(error, "lineno", None)
    text = str(error) or type(error).__name__
    return f"line {line}: {text}" if line else text


def allowed_system_calls():
    """What Python needs to compute and to talk over an open socket, by machine."""
    names = {
        "x86_64": dict(read=0, write=1, mmap=9, mprotect=10, munmap=11, brk=12, rt_sigaction=13, rt_sigprocmask=14,
                       rt_sigreturn=15, mremap=25, madvise=28, getpid=39, sendto=44, recvfrom=45, exit=60,
                       gettimeofday=96, getrlimit=97, getrusage=98, setrlimit=160, futex=202, clock_gettime=228,
                       exit_group=231, prlimit64=302, getrandom=318),
        "aarch64": dict(read=63, write=64, mmap=222, mprotect=226, munmap=215, brk=214, rt_sigaction=134,
                        rt_sigprocmask=135, rt_sigreturn=139, mremap=216, madvise=233, getpid=172, sendto=206,
                        recvfrom=207, exit=93, gettimeofday=169, getrlimit=163, getrusage=165, setrlimit=164, futex=98,
                        clock_gettime=113, exit_group=94, prlimit64=261, getrandom=278),
    }
    architecture = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
    machine = os.uname().machine
    return architecture.get(machine), sorted(names.get(machine, {}).values())


def confine_system_calls():
    """A seccomp filter: all other system calls fail with EPERM."""
    architecture, calls = allowed_system_calls()
    if architecture is None:
        return False
    load, jump_equal, give = 0x20, 0x15, 0x06
    allow, deny, kill = 0x7FFF0000, 0x00050001, 0x80000000
    code = [(load, 0, 0, 4), (jump_equal, 1, 0, architecture), (give, 0, 0, kill), (load, 0, 0, 0)]
    code += [(jump_equal, len(calls) - i, 0, number) for i, number in enumerate(calls)]
    code += [(give, 0, 0, deny), (give, 0, 0, allow)]
    program = b"".join(struct.pack("=HBBI", *instruction) for instruction in code)
    buffer = ctypes.create_string_buffer(program, len(program))
    header = ctypes.create_string_buffer(struct.pack("@HxxxxxxP", len(code), ctypes.addressof(buffer)))
    libc = ctypes.CDLL(None, use_errno=True)
    no_new_privileges, set_seccomp, filter_mode = 38, 22, 2
    if libc.prctl(no_new_privileges, 1, 0, 0, 0) != 0:
        return False
    return libc.prctl(set_seccomp, filter_mode, ctypes.byref(header), 0, 0) == 0


WARM_UP = """{% macro m(x) %}{{ x }}{% endmacro %}{% set ns = namespace(a='\\n') %}
{%- for i in ['é', "b c"] -%}{{ i | trim | upper ~ m(loop.index) ~ (i | tojson) }}{% endfor -%}
{{ 1 | pprint }}{{ 'a b' | wordwrap(1) | urlencode }}{{ [1] | random }}{{ strftime_now('%d %b %Y %A') }}
{{- [{'a': 1}] | map(attribute='a') | list }}{{ 'x' | indent | e | striptags }}{{ raise_exception('done') }}"""


def warm_up():
    """Makes Python load all that it loads when first used."""
    try:
        renderer = Renderer()
        renderer.compile({"template": WARM_UP, "variables": {}})
        renderer.render_text({}, 1000)
    except jinja2.exceptions.TemplateError as error:
        describe(error)
    time.localtime()


def confine(memory_bytes):
    warm_up()
    for limit, value in (
        (resource.RLIMIT_NOFILE, 0),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, memory_bytes),
    ):
        resource.setrlimit(limit, (value, value))
    if not confine_system_calls():
        sys.exit(EXIT_NOT_CONFINED)


def renew_cpu_limit():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = int(usage.ru_utime + usage.ru_stime)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]  # whoever started us may have set one
    limit = used + 1 + CPU_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def receive(count):
    data = b""
    while len(data) < count:
        part = os.read(0, count - len(data))
        if not part:
            os._exit(0)
        data += part
    return data


def send(message):
    data = json.dumps(message).encode()
    data = struct.pack("<I", len(data)) + data
    while data:
        data = data[os.write(0, data):]


def main():
    confine(int(sys.argv[1]))
    renderer = Renderer()
    send({"ready": True})
    while True:
        request = json.loads(receive(struct.unpack("<I", receive(4))[0]))
        renew_cpu_limit()
        try:
            answer = renderer.compile(request) if "template" in request else renderer.render(request)
        except Exception as error:
            answer = {"error": describe(error)}
        try:
            send(answer)
        except MemoryError:
            send({"error": describe(MemoryError())})


main()
