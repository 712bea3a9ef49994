"""Parsing of class diagrams in the notations of PlantUML and Mermaid, which differ little."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from refute.diagnostics import Diagnostic, InputError, error
from refute.languages.fmsl.documents.diagram import (
    Attribute,
    Box,
    Diagram,
    Line,
    Method,
    Shape,
    Tie,
)
from refute.source import Source, Span

NAME = r"[^\W\d][\w.:']*(?<![.:])"
_QUOTED = r'"[^"]*"'
_LONG_NAME = rf"(?:{NAME}|{_QUOTED}|`[^`]*`)"

_DECLARATION = re.compile(
    rf"(?P<word>abstract\s+class|abstract|class|interface|enum|entity|annotation|struct|record)\s+"
    rf"(?P<name>{_LONG_NAME})(?:\s+as\s+(?P<alias>{_LONG_NAME}))?(?:\[{_QUOTED}\])?"
    rf"(?:[<~][^{{]*?[>~])?\s*(?P<stereotype><<.*?>>)?\s*(?:#\S+)?(?::::?\s*\w+)?"
    rf"(?P<parents>(?:\s*(?:extends|implements)\s+{_LONG_NAME}(?:\s*,\s*{_LONG_NAME})*)*)"
    rf"\s*(?P<open>\{{\s*(?P<closed>\}})?)?$"
)
_RELATION = re.compile(
    rf"(?P<left>{_LONG_NAME})\s*(?P<left_count>{_QUOTED})?\s*"
    r"(?P<arrow>(?:<\|?|\*|o|\+|\^|\(\)|#|x|\})?(?:[-.=]+(?:\[[^\]]*\]|left|right|up|down|[lrud])?[-.=]*)"
    r"(?:\|?>|\*|o|\+|\^|\(\)|#|x|\{)?)"
    rf"\s*(?P<right_count>{_QUOTED})?\s*(?P<right>{_LONG_NAME})\s*(?::\s*(?P<role>.*))?$"
)
_MEMBER_LINE = re.compile(rf"(?P<name>{_LONG_NAME})\s*:\s*(?P<member>.+)$")
_STEREOTYPE_LINE = re.compile(rf"<<\s*(?P<word>\w+)\s*>>\s*(?P<name>{_LONG_NAME})?$")
_GROUP = re.compile(r"(?:package|namespace|together|node|folder|frame|rectangle|cloud)\b[^{]*\{$")
_DECORATION = re.compile(
    r"(?:@start\w*|@end\w*|classDiagram(?:-v2)?|direction|skinparam|hide|show|title|header|footer|"
    r"caption|legend|scale|left to right|top to bottom|set|style|classDef|cssClass|click|link|"
    r"callback|page|newpage|remove|restore|acc\w+|---|note\s+(?:\"|for\b|(?:left|right|top|bottom)"
    r"\b[^:]*:))(?:\b.*|\W.*|)$|![\w].*$|\}$|[-.=_]{2,}.*$"
)
_NOTE = re.compile(r"note\b[^:]*$")

_SHAPES = {
    "abstract": Shape.ABSTRACT,
    "interface": Shape.INTERFACE,
    "enum": Shape.ENUMERATION,
    "enumeration": Shape.ENUMERATION,
}
_METHOD = re.compile(
    r"(?P<before>[^()]*?)(?P<name>[^\W\d][\w']*)\s*\((?P<parameters>[^()]*)\)\s*:?\s*(?P<after>[^()]*)$"
)
_MODIFIERS = re.compile(
    r"^(?:[-+#~*]\s*|\{\w+\}\s*|(?:public|private|protected|static|final|abstract|readonly)\s+)+"
)
_COLLECTION = re.compile(
    r"(?:list|set|seq|sequence|bag|collection|array|vector|arraylist|iterable)\s*[<~(\[]\s*(.+?)\s*[>~)\]]$",
    re.IGNORECASE,
)


def read_diagram(source: Source) -> Diagram:
    """The diagram in a text; raises InputError FM90x with all lines that are not understood."""
    reader = _Reader(source)
    reader.read()
    diagram = Diagram(tuple(reader.boxes.values()), tuple(reader.lines))
    reader.problems.extend(_circles(diagram))
    if reader.problems:
        raise InputError(reader.problems)
    if not reader.boxes:
        message = f"`{source.name}` has no class"
        advice = "write a class diagram of PlantUML (`class A { … }`) or Mermaid (`classDiagram`)"
        raise InputError([error("FM081", message, advice=advice)])
    return diagram


def _circles(diagram: Diagram) -> Iterator[Diagnostic]:
    for box in diagram.boxes:
        if box.name in diagram.ancestors(box.name):
            yield error("FM083", f"`{box.name}` is a kind of itself", box.span)


@dataclass(slots=True)
class _Reader:
    source: Source
    boxes: dict[str, Box] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)
    open: tuple[str, Span] | None = None

    def read(self) -> None:
        for text, span in _lines(self.source):
            if self.open is not None:
                self._inside(self.open[0], text, span)
            elif not self._outside(text, span):
                advice = "what is understood: classes, their members, and lines between classes"
                message = "this line of the diagram is not understood"
                self.problems.append(error("FM080", message, span, advice=advice))
        if self.open is not None:
            self.problems.append(
                error("FM082", "this class is never closed with `}`", self.open[1])
            )

    def _inside(self, name: str, text: str, span: Span) -> None:
        if text == "}":
            self.open = None
        elif stereotype := _STEREOTYPE_LINE.match(text):
            self._add(Box(name, _SHAPES.get(stereotype["word"].lower(), Shape.CLASS), span=span))
        elif not re.fullmatch(r"(?:[-.=_]{2,}.*)?", text):
            self._add_member(name, text, span)

    def _outside(self, text: str, span: Span) -> bool:
        if found := _DECLARATION.match(text):
            self._declare(found, span)
        elif found := _STEREOTYPE_LINE.match(text):
            if found["name"] is None:
                return False
            shape = _SHAPES.get(found["word"].lower(), Shape.CLASS)
            self._add(Box(self._name(found["name"]), shape, span=span))
        elif found := _RELATION.match(text):
            self._relate(found, span)
        elif _DECORATION.match(text) or _GROUP.match(text):
            return True
        elif found := _MEMBER_LINE.match(text):
            self._add_member(self._name(found["name"]), found["member"].strip(), span)
        else:
            return False
        return True

    def _declare(self, found: re.Match[str], span: Span) -> None:
        name = _plain(found["name"])
        if found["alias"]:
            # `class "A long name" as A` and `class A as "A long name"` both mean A.
            alias = _plain(found["alias"])
            short, long = (name, alias) if found["name"][0] != '"' else (alias, name)
            self.aliases[long], name = short, short
        word = (found["stereotype"] or found["word"]).strip("<> ").split()[0].lower()
        shape = _SHAPES.get(word, _SHAPES.get(found["word"].split()[0], Shape.CLASS))
        self._add(Box(name, shape, span=span))
        for parent in re.findall(_LONG_NAME, found["parents"] or ""):
            if parent not in {"extends", "implements"}:
                self._tie(Line(Tie.IS_A, name, self._name(parent)), span)
        if found["open"] and not found["closed"]:
            self.open = name, span

    def _relate(self, found: re.Match[str], span: Span) -> None:
        left, right = self._name(found["left"]), self._name(found["right"])
        role = re.sub(r"^[<>]\s*|\s*[<>]$", "", (found["role"] or "").strip())
        arrow = found["arrow"]
        if "|" in arrow or "^" in arrow:
            child, parent = (right, left) if arrow[0] in "<^" else (left, right)
            self._tie(Line(Tie.IS_A, child, parent), span)
            return
        backwards = arrow[-1] in "*o+" or (arrow[0] == "<" and arrow[-1] != ">")
        owner, part = (right, left) if backwards else (left, right)
        count = found["left_count"] if backwards else found["right_count"]
        tie = Tie.USES if "." in arrow else Tie.HAS
        self._tie(Line(tie, owner, part, _is_many(count or ""), role), span)

    def _tie(self, line: Line, span: Span) -> None:
        for name in (line.source, line.target):
            self._add(Box(name, span=span))
        self.lines.append(line)

    def _add(self, box: Box) -> None:
        known = self.boxes.get(box.name)
        self.boxes[box.name] = known.joined(box) if known else box

    def _add_member(self, name: str, text: str, span: Span) -> None:
        self._add(Box(name, span=span))
        box = self.boxes[name]
        text = _MODIFIERS.sub("", text.rstrip(";,").strip())
        if box.shape is Shape.ENUMERATION and re.fullmatch(r"[\w']+(?:\s*[=(].*)?", text):
            self._add(Box(name, literals=(re.split(r"\W", text)[0],)))
        elif (method := _method(text)) is not None:
            self._add(Box(name, methods=(method,)))
        elif (attribute := _attribute(text)) is not None:
            self._add(Box(name, attributes=(attribute,)))
        else:
            advice = "write `name : Type`, `Type name` or `name(parameter : Type) : Type`"
            message = f"this is neither an attribute nor a method of {name}"
            self.problems.append(error("FM080", message, span, advice=advice))

    def _name(self, text: str) -> str:
        name = _plain(text)
        return self.aliases.get(name, name)


def _lines(source: Source) -> Iterator[tuple[str, Span]]:
    """The significant lines, without comments and the bodies of notes."""
    blanked = source.text
    for pattern in (r"/'.*?'/", r"\A\s*---\n.*?\n---"):
        blanked = re.sub(pattern, lambda found: re.sub(r".", " ", found[0]), blanked, flags=re.S)
    in_note, offset = False, 0
    for raw in blanked.split("\n"):
        text = re.sub(r"(?:^|\s)(?:%%|').*$", "", raw).strip()
        start = offset + len(raw) - len(raw.lstrip())
        offset += len(raw) + 1
        if in_note:
            in_note = not re.match(r"end\s*note", text)
        elif _NOTE.match(text) and '"' not in text:
            in_note = True
        elif text:
            yield text, source.span(start, start + len(text))


def _plain(name: str) -> str:
    """The name of a class turned into a name of an object."""
    bare = name.strip('"`')
    bare = re.split(r"[.:]+", bare)[-1] if re.fullmatch(NAME, bare) else bare
    words = re.findall(r"[\w']+", bare)
    return words[0] if len(words) == 1 else "".join(word[:1].upper() + word[1:] for word in words)


def _is_many(count: str) -> bool:
    """Whether a multiplicity such as "0..*", "many" or "2" means a list."""
    top = re.split(r"\.\.+|,", count.strip('" '))[-1].strip()
    return top in {"*", "n", "m", "many"} or (top.isdigit() and int(top) > 1)


def _method(text: str) -> Method | None:
    found = _METHOD.match(text)
    if found is None:
        return None
    given = [each.strip() for each in found["parameters"].split(",") if each.strip()]
    parameters = [_attribute(each, lone_is_type=True) for each in given]
    if None in parameters:
        return None
    result = (found["after"] or found["before"]).strip(" *$:")
    given = [] if result in {"", "void", "Unit", "None"} else result.strip("()").split(",")
    results = tuple(Attribute("", *_type(each)) for each in given)
    return Method(found["name"], tuple(each for each in parameters if each), results)


def _attribute(text: str, *, lone_is_type: bool = False) -> Attribute | None:
    """`name : Type`, `Type name` or a name alone, with any initial value left out."""
    text = re.sub(r"\s*=.*$", "", text).strip(" $")
    text = re.sub(r"^(?:in|out|inout)\s+", "", text)
    name, colon, type_ = text.partition(":")
    if not colon:
        type_, _, name = text.rpartition(" ")
        if not type_ and (lone_is_type or "[" in name):
            type_, name = name, ""
    name, many = name.strip(), ""
    if found := re.fullmatch(r"([^\[\]]*)(\[.*\])", name):
        name, many = found[1].strip(), found[2]
    if name and not re.fullmatch(r"[^\W\d][\w']*", name):
        return None
    return Attribute(name, *_type(type_.strip() + many))


def _type(text: str) -> tuple[str, bool]:
    """The name of a type, and whether it is a list.

    Lists are written `T[]`, `T[0..*]`, `T*`, `List<T>` or `List~T~`.
    """
    text = text.strip()
    if found := _COLLECTION.match(text):
        return _type(found[1])[0], True
    if found := re.fullmatch(r"(.*?)\s*(\[.*\]|\*|\.\.\.)", text):
        count, (name, many) = found[2].strip("[]"), _type(found[1])
        return name, many or count in {"", "...", "*"} or _is_many(count)
    return _plain(re.sub(r"[<~].*$", "", text).rstrip("?")) if text else "", False
