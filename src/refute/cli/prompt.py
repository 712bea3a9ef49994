"""A line editor for conversations: history, completion, multi-line entries."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from refute.languages.language import Conversation


def session(conversation: Conversation) -> Callable[[], str]:
    """A function that asks for one entry; EOFError on Ctrl-D, KeyboardInterrupt on Ctrl-C."""

    def unfinished() -> bool:
        text = get_app().current_buffer.text
        return not text.startswith(":") and conversation.wants_more(text)

    editor: PromptSession[str] = PromptSession(
        history=history(),
        completer=Names(conversation),
        complete_while_typing=False,
        multiline=Condition(unfinished),
    )
    return lambda: editor.prompt(conversation.prompt)


class Names(Completer):
    """Completes the word before the cursor with names known to the conversation."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """The known names that start with the typed text."""
        word = document.get_word_before_cursor(WORD=document.text.startswith(":"))
        known = {*self.conversation.names(), ":help", ":quit"}
        return [
            Completion(name, start_position=-len(word))
            for name in sorted(known)
            if word and name.startswith(word)
        ]


def history() -> History:
    """The history that is kept between sessions, or one in memory if there is no place for it."""
    try:
        state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        path = Path(state) / "refute" / "history"
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600))
    except (OSError, RuntimeError, ValueError):
        return InMemoryHistory()
    return _Kept(str(path))


class _Kept(FileHistory):
    """A history in a file; an entry that cannot be stored is not worth an error."""

    def store_string(self, string: str) -> None:
        with suppress(OSError, ValueError):
            super().store_string(string)
