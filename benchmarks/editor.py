"""How long the language server takes to answer about 1,000 lines, in processor time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from lsprotocol.types import Position, Range, SemanticTokens
from pygls.protocol import default_converter

from refute.editor import features, lenses
from refute.editor.analysis import analyse, problems
from refute.editor.documents import Document
from refute.languages import LANGUAGES

LINES = 1_000

PARTS: Mapping[str, tuple[str, str, str]] = {
    "console": ("", """# number @
read x@ : int
if x@ > @:
    print "{x@} is large"
else:
    print "small {sum(x@.all)}"
while x@ != 0:
    read x@ : -10..10 else retry
    print x@ + @
""", ""),
    "workflow": ("", """-- number @
def check@ = \\x. if x > @ and x < 100 then
    edit (x + @)
  else
    fail
def both@ = enter Int >>= \\a. enter Int >>= \\b.
    if a > b then edit (a, b) else edit (b, a)

""", "task main = enter Int >>= check0\nproperty p(v) = v > 0\n"),
    "funlogic": ("data Tree a = Leaf | Node (Tree a) a (Tree a)\n", """-- number @
mirror@ Leaf = Leaf
mirror@ (Node l x r) = Node (mirror@ r) x (mirror@ l)
size@ t = case t of
    Leaf -> 0
    Node l x r -> size@ l + 1 + size@ r
append@ [] ys = ys
append@ (x : xs) ys = let zs = append@ xs ys in x : zs
property mirrorTwice@(t) = mirror@ (mirror@ t) == t
append@ [1] [2]
""", ""),
    "nominal": ("""id : name_type.
exp : type.
var : id -> exp.
app : exp -> exp -> exp.
lam : (id\\exp) -> exp.
""", """% number @
func subst@(exp, id, exp) = exp.
subst@(var X, X, E) = E.
subst@(var Y, X, _) = var Y :- Y # X.
subst@(app E1 E2, X, E) = app (subst@(E1, X, E)) (subst@(E2, X, E)).
subst@(lam (y\\B), X, E) = lam (y\\subst@(B, X, E)) :- y # X, y # E.
pred step@(exp, exp).
step@(app (lam (x\\B)) E, E') :- E' = subst@(B, x, E).
?- step@(app (lam (x\\var x)) (var y), E).
#check "p@" 3 : step@(E, F) => step@(E, F).
""", ""),
    "fmsl": ("", """object Person@
    components: name:string and age:integer;
    description: (* A person. *);
end Person@;

operation Rename@
    inputs: p:Person@, n:string;
    outputs: q:Person@;
    precondition: n != p.name;
    postcondition: q.name = n and q.age = p.age;
end Rename@;
-- a comment
value v@:Person@ = {"Ada", @};
> Rename@(v@, "Bob") ?-> {"Bob", @};
""", ""),
}  # fmt: skip
"""For each language what stands first, what is repeated with numbers for `@`, what stands last."""


def thousand_lines(language: str) -> str:
    """A text of at least 1,000 lines without errors."""
    first, repeated, last = PARTS[language]
    numbers = range(-(-LINES // repeated.count("\n")))
    return "".join([first, *(repeated.replace("@", str(each)) for each in numbers), last])


def requests(document: Document) -> dict[str, Callable[[], Any]]:
    """What editors ask while somebody types in the middle of a document."""
    here = Position(LINES // 2, 3)
    return {
        "completion": lambda: features.completion(document, here),
        "hover": lambda: features.hover(document, here),
        "colours": lambda: SemanticTokens(features.tokens(document)),
        "outline": lambda: features.outline(document),
        "folding": lambda: features.folding(document),
        "lenses": lambda: lenses.lenses(document, hints=False),
        "actions": lambda: features.actions(document, Range(here, here)),
        "diagnostics": lambda: features.diagnostics(document),
    }


def _glance(document: Document) -> None:
    """A quick look at what was edited, by the server and its worker together."""
    found = document.glance()
    assert found is not None
    items, excerpt = found
    seen = problems(document.language, document.name, document.text, excerpt)
    document.see(items, document.text, seen)


def measured(language: str) -> dict[str, float]:
    """Milliseconds of processor time for an analysis, an edit, and each request after it."""
    name, text = f"long{LANGUAGES[language].endings[0]}", thousand_lines(language)
    converter = default_converter()  # type: ignore[no-untyped-call]
    document = Document("file:///long", name, language, text)
    times: dict[str, float] = {}

    def measure(what: str, work: Callable[[], Any]) -> Any:
        before = time.process_time()
        done = work()
        taken = 1000 * (time.process_time() - before)
        times[what] = min(taken, times.get(what, taken))
        return done

    document.learn(measure("analysis", lambda: analyse(language, name, text)))
    assert not document.snapshot.problems
    middle = text.index("\n", len(text) // 2)
    measure("edit", lambda: document.change(f"{text[:middle]} {text[middle:]}", 2))
    measure("glance", lambda: _glance(document))
    for what, request in requests(document).items():
        for _ in range(3):
            measure(what, lambda request=request: json.dumps(converter.unstructure(request())))  # type: ignore[misc]
    return times


def main() -> None:
    """Print the times of every language."""
    found = {language: measured(language) for language in LANGUAGES}
    print(f"| milliseconds | {' | '.join(found)} |")
    print(f"| --- |{' --- |' * len(found)}")
    for what in next(iter(found.values())):
        print(f"| {what} | {' | '.join(f'{times[what]:.1f}' for times in found.values())} |")


if __name__ == "__main__":
    main()
