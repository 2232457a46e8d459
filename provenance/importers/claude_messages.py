"""A message line of Claude Code as utterances, told apart block by block."""

from .claude_chain import Chain
from .claude_line import Line
from .claude_wrappers import Speech, voices
from .lines import mapping
from .marks import noted
from .records import Link, Record, Skipped
from .text import compact
from .thread import Thread, Utterance, first_event
from .times import moment

MEDIA = {"image", "document", "audio", "file"}
Block = dict[str, object]
Found = list[Record | Skipped]


class Messages:
    """Reads messages; `thread` names what they say, `chain` knows what went before."""

    def __init__(self, *, thread: Thread, chain: Chain) -> None:
        self.thread = thread
        self.chain = chain

    def read(self, line: Line, content: object) -> Found:
        """The voices of a message, in order."""
        if not line.uuid:
            return [line.skip("misshapen")]
        if line.value.get("isApiErrorMessage") or line.message.get("model") == "<synthetic>":
            return [line.skip("synthetic")]
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        if not isinstance(content, list):
            return [line.skip("misshapen")]
        return [
            item
            for index, block in enumerate(content)
            for item in self._block(line, mapping(block), index)
        ]

    def delivered(self, line: Line) -> Found:
        """What the person typed while the model worked, handed over as an attachment."""
        attachment = mapping(line.value.get("attachment"))
        if attachment.get("type") != "queued_command" or not line.uuid:
            return [line.skip("harness_event")]
        origin = mapping(attachment.get("origin")).get("kind", "human")
        typed = attachment.get("commandMode", "prompt") == "prompt" and origin == "human"
        if not typed or attachment.get("isMeta") or line.value.get("isMeta"):
            return [line.skip("injected")]
        return self.read(line, attachment.get("prompt"))

    def _block(self, line: Line, block: Block, index: int) -> Found:
        kind, text = block.get("type"), block.get("text")
        if kind in ("thinking", "redacted_thinking"):
            return [line.skip("reasoning")]
        if isinstance(kind, str) and kind in MEDIA:
            return [line.skip("media")]
        if kind in ("tool_use", "server_tool_use"):
            return self._call(line, block, index)
        if isinstance(kind, str) and kind.endswith("tool_result"):
            return self._result(line, block, index)
        if kind == "text" and isinstance(text, str):
            return self._text(line, text, index)
        return [line.skip("unknown_block")]

    def _text(self, line: Line, text: str, index: int) -> Found:
        if line.value.get("isCompactSummary"):
            return self._compaction(line, text, index)
        if line.value.get("isMeta") or line.value.get("isVisibleInTranscriptOnly"):
            return [line.skip("injected")]
        if line.kind == "assistant":
            return self._say(line, Speech(kind="turn", role="assistant", text=text), index)
        found: Found = []
        for voice in voices(text):
            if isinstance(voice, Speech):
                found += self._say(line, voice, index)
            else:
                found.append(line.skip(voice))
        return found

    def _call(self, line: Line, block: Block, index: int) -> Found:
        name = block["name"] if isinstance(block.get("name"), str) else "tool"
        text = f"{name} {compact(block.get('input'))}"
        speech = Speech(kind="note", role="assistant", text=text, labels=("tool-call",))
        found = self._say(line, speech, index, tool_use_id=block.get("id"))
        event_id = first_event(found)
        self.chain.called(block.get("id"), name=str(name), event_id=event_id, line=line)
        return found

    def _result(self, line: Line, block: Block, index: int) -> Found:
        texts, others = _texts(block.get("content"))
        media: Found = [line.skip("media") for _ in range(others)]
        if others and not texts:
            return media
        call = self.chain.call(block.get("tool_use_id"), line=line)
        speech = Speech(
            kind="tool_result",
            role="tool",
            name=call.name if call else None,
            text="\n".join(texts),
            labels=("tool-error",) if block.get("is_error") is True else (),
        )
        answers = call.event_id if call else None
        said = self._say(line, speech, index, answers=answers, tool_use_id=block.get("tool_use_id"))
        return [*said, *media]

    def _compaction(self, line: Line, text: str, index: int) -> Found:
        covered = self.chain.covered(line)
        labels = ("compaction",) if covered else ("compaction", "covers-unknown")
        speech = Speech(kind="summary", role="assistant", text=text, labels=labels)
        links = tuple(Link(relation="summary_of", event_id=event) for event in covered)
        return self._say(line, speech, index, lineage=links)

    def _say(
        self,
        line: Line,
        speech: Speech,
        index: int,
        *,
        answers: str | None = None,
        lineage: tuple[Link, ...] | None = None,
        tool_use_id: object = None,
    ) -> Found:
        if lineage is None:
            event = answers or self.chain.parent_event(line)
            lineage = (Link(relation="responds_to", event_id=event),) if event else ()
        role, name = _speaker(line, speech)
        at = moment(line.value.get("timestamp"))
        said = Utterance(
            kind=speech.kind,
            role=role,
            name=name,
            text=speech.text,
            session=line.session,
            source_id=f"{line.uuid}:b{index}" if index else str(line.uuid),
            at=at.at,
            lineage=lineage,
            labels=(*speech.labels, "sidechain") if line.sidechain else speech.labels,
            metadata=line.metadata | {"tool_use_id": tool_use_id},
            suffix=":cut" if self.chain.is_cut_copy(line) else "",
        )
        return noted(self.thread.write(said, line=line.number), at.notes)


def _speaker(line: Line, speech: Speech) -> tuple[str, str | None]:
    """In a sidechain the "user" is the agent that sent the subagent, not the person."""
    if line.sidechain and speech.role == "user":
        return "assistant", "calling agent"
    if line.sidechain and speech.role == "assistant":
        return "assistant", f"agent {line.agent}"
    return speech.role, speech.name


def _texts(content: object) -> tuple[list[str], int]:
    """The texts of a string or a list of blocks, and how many other blocks there were."""
    if content is None or isinstance(content, str):
        return [content or ""], 0
    blocks = content if isinstance(content, list) else [content]
    texts = [text for each in blocks if isinstance(text := mapping(each).get("text"), str)]
    return texts, len(blocks) - len(texts)
