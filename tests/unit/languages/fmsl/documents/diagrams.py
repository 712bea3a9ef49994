"""Class diagrams made by Hypothesis."""

from hypothesis import strategies as st

from refute.languages.fmsl.documents import diagram

PLAIN = st.from_regex(r"[a-z]{2,5}", fullmatch=True)
NAMES = st.from_regex(r"[A-Z][a-z]{2,5}'?", fullmatch=True)
WORDS = st.from_regex(r"[a-z]{2,5}'?", fullmatch=True) | st.sampled_from(
    ["end", "set", "description"]
)


@st.composite
def diagrams(draw: st.DrawFn) -> diagram.Diagram:
    """A few boxes with members, and lines between them."""
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    types = st.sampled_from([*names, "int", "String"]) | NAMES
    listed = st.builds(diagram.Attribute, st.just(""), types, st.just(True))
    attributes = st.builds(diagram.Attribute, WORDS, types, st.booleans()) | listed
    results = st.builds(diagram.Attribute, st.just(""), types, st.booleans())
    methods = st.builds(
        diagram.Method,
        PLAIN,
        st.lists(attributes, max_size=2).map(tuple),
        st.lists(results, max_size=2).map(tuple),
    )
    shapes = st.sampled_from([diagram.Shape.CLASS, diagram.Shape.ABSTRACT, diagram.Shape.INTERFACE])
    boxes = [
        diagram.Box(
            name,
            draw(shapes),
            draw(st.lists(attributes, max_size=3).map(tuple)),
            draw(st.lists(methods, max_size=2).map(tuple)),
        )
        for name in names
    ]
    ends, roles = st.sampled_from(names), st.sampled_from(["", "part"])
    pairs = st.sampled_from([(one, other) for one in names for other in names if one < other])
    kinds = (
        pairs.map(lambda pair: diagram.Line(diagram.Tie.IS_A, *pair))
        if len(names) > 1
        else st.nothing()
    )
    parts = st.builds(
        diagram.Line,
        st.sampled_from([diagram.Tie.HAS, diagram.Tie.USES]),
        ends,
        ends,
        st.booleans(),
        roles,
    )
    return diagram.Diagram(tuple(boxes), tuple(draw(st.lists(kinds | parts, max_size=4))))
