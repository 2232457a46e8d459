"""In Claude Code's user role: the person's words, what the person ran, what the harness put in."""

from dataclasses import dataclass

# Elements that the harness writes around its own text. Only whole ones at the edge of a message
# are taken off: in the middle of a sentence the person is talking about them.
INJECTED = (
    "system-reminder",
    "local-command-caveat",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "new-diagnostics",
    "task-notification",
    "user-prompt-submit-hook",
    "session-start-hook",
    "teammate-message",
)
OUTPUTS = {
    "local-command-stdout": "local command",
    "local-command-stderr": "local command",
    "bash-stdout": "shell",
    "bash-stderr": "shell",
}
INTERRUPTION = "[Request interrupted by user"


@dataclass(frozen=True, kw_only=True)
class Speech:
    """One voice in a message, before it becomes a record."""

    kind: str
    role: str
    text: str
    name: str | None = None
    labels: tuple[str, ...] = ()


def voices(text: str) -> list[Speech | str]:
    """Who speaks in a user message: speech, and a skip reason for each thing that is not speech."""
    rest, injected = _without_injected(text)
    found: list[Speech | str] = ["injected"] if injected else []
    if rest.strip() or not found:
        found.append(_voice(rest))
    return found


def _voice(text: str) -> Speech | str:
    start = text.lstrip()
    if start.startswith(INTERRUPTION):
        return "interruption"
    if start.startswith(("<command-name>", "<command-message>")):
        return _command(start)
    for tag, name in OUTPUTS.items():
        if start.startswith(f"<{tag}>"):
            said = "\n".join(filter(None, (inner(start, each).strip() for each in OUTPUTS)))
            return Speech(kind="tool_result", role="tool", text=said, name=name)
    if start.startswith("<bash-input>"):
        typed = "! " + inner(start, "bash-input")
        return Speech(kind="note", role="user", text=typed, labels=("command",))
    if start.startswith("<user-memory-input>"):
        return Speech(kind="note", role="user", text=inner(start, "user-memory-input"))
    return Speech(kind="turn", role="user", text=text)


def _command(text: str) -> Speech | str:
    arguments = inner(text, "command-args").strip()
    if not arguments:
        return "bare_command"
    name = (inner(text, "command-name") or inner(text, "command-message")).strip()
    return Speech(kind="turn", role="user", text=f"{name} {arguments}", labels=("command",))


def _without_injected(text: str) -> tuple[str, bool]:
    rest, found = text, True
    while found:
        found = False
        for tag in INJECTED:
            trimmed = rest.strip()
            if trimmed.startswith(f"<{tag}>") and (end := trimmed.find(f"</{tag}>")) >= 0:
                rest, found = trimmed[end + len(tag) + 3 :].strip(), True
            elif trimmed.endswith(f"</{tag}>") and (start := trimmed.rfind(f"<{tag}>")) >= 0:
                rest, found = trimmed[:start].strip(), True
    return rest, rest != text


def inner(text: str, tag: str) -> str:
    """What stands between <tag> and </tag>: to the end when it is not closed, "" when absent."""
    _, opened, rest = text.partition(f"<{tag}>")
    return rest.partition(f"</{tag}>")[0] if opened else ""
