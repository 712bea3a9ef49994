"""A language that has nothing but running."""

from refute.languages.language import Command, Language

from .fake import TalkOptions

LANGUAGE = Language(
    name="other",
    package="cli",
    summary="nothing but running",
    commands={"run": Command("fake:answered", TalkOptions)},
)
