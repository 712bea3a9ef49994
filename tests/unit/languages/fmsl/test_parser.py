"""Text to tree."""

from __future__ import annotations

import pytest

from refute.diagnostics import InputError, Unfinished
from refute.languages.fmsl import syntax
from refute.languages.fmsl.show import show_expression
from refute.languages.fmsl.syntax import Component, ListType, Name, TupleType, TypeName, UnionType

from .specifications import expression, parsed

INTEGER, STRING = TypeName("integer"), TypeName("string")


def shown(text: str) -> str:
    """An expression with all parentheses that its tree needs and no others."""
    tree = expression(text)
    assert not isinstance(tree, syntax.Let | syntax.Variable | syntax.Set)
    return show_expression(tree)


def code(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parsed(text)
    return caught.value.diagnostics[0].code


@pytest.mark.parametrize(
    "text",
    [
        "object Person components: name:string and age:integer; end Person;",
        "object Person components: name:string and age:integer; end;",
        "object Person is components: name:string, age:integer end Person;",
        "obj Person = name:string and age:integer;",
        "obj Person = name:string and age:integer end Person;",
    ],
)
def test_an_object_has_a_long_and_a_short_form(text: str) -> None:
    components = (Component("name", STRING), Component("age", INTEGER))
    assert parsed(text) == (syntax.Object("Person", TupleType(components)),)


def test_components_are_made_with_and_or_and_star() -> None:
    (declared,) = parsed("obj X = a:integer* and (string or b:X)* and string;")
    union = UnionType((Component("", STRING), Component("b", TypeName("X"))))
    components = (
        Component("a", ListType(INTEGER)),
        Component("", ListType(union)),
        Component("", STRING),
    )
    assert declared == syntax.Object("X", TupleType(components))
    assert parsed("obj X = x:integer;") == (
        syntax.Object("X", TupleType((Component("x", INTEGER),))),
    )
    assert parsed("obj X;") == (syntax.Object("X"),)


def test_an_object_has_operations_equations_and_attributes() -> None:
    text = """
    object Stack
        components: integer*;
        operations: Push, Pop Top;
        description: (* Last in, first out.
                      * As with plates. *)
        used_by: Cook, Waiter;
        note: (* to do *);
        equations:
            var s:Stack, e:integer;
            Pop(Push(s, e)) == s;
            Top(Push(s, e)) == e;
    end Stack;
    """
    (stack,) = parsed(text)
    assert isinstance(stack, syntax.Object)
    assert stack.operations == (Name("Push"), Name("Pop"), Name("Top"))
    assert stack.description == "Last in, first out.\nAs with plates."
    assert stack.attributes == (
        syntax.Attribute("used_by", "", (Name("Cook"), Name("Waiter"))),
        syntax.Attribute("note", "to do", ()),
    )
    assert stack.variables == (Component("s", TypeName("Stack")), Component("e", INTEGER))
    assert [show_expression(each.right) for each in stack.equations] == ["s", "e"]


def test_an_operation_has_conditions_and_their_prose() -> None:
    text = """
    operation Add
        inputs: p:Person, pl:List;
        outputs: pl':List;
        precondition: (* new *) not (p in pl);
        postcondition: (* done *);
        description: (* Adds. *);
    end Add;
    """
    (add,) = parsed(text)
    assert isinstance(add, syntax.Operation)
    assert [each.name for each in add.inputs + add.outputs] == ["p", "pl", "pl'"]
    assert add.precondition is not None
    assert add.precondition.prose == "new"
    assert add.postcondition == syntax.Condition("done", None)
    assert (add.description, add.auxiliary, add.nondeterministic) == ("Adds.", False, False)


@pytest.mark.parametrize(
    "text",
    [
        "op F(x:integer) = x",
        "operation F(x:integer) = x end F",
    ],
)
def test_a_body_ends_with_or_without_end(text: str) -> None:
    wanted = syntax.Operation("F", (Component("x", INTEGER),), body=Name("x"))
    assert parsed(f"{text};") == (wanted,)


def test_a_body_may_have_conditions() -> None:
    (declared,) = parsed(
        "function F(x:integer) -> (y:integer) = x; pre: x > 0; post: y = x; end F;"
    )
    assert isinstance(declared, syntax.Operation)
    assert declared.auxiliary
    assert declared.outputs == (Component("y", INTEGER),)
    assert declared.postcondition is not None


def test_nondeterministic_is_said_before_or_inside() -> None:
    before = parsed("nondeterministic op Pick(l:integer*) -> (e:integer) post: e in l; end;")
    inside = parsed("op Pick(l:integer*) -> (e:integer) post: e in l; nondeterministic; end;")
    assert before == inside
    assert isinstance(before[0], syntax.Operation)
    assert before[0].nondeterministic


def test_theorems_and_axioms() -> None:
    assert parsed("theorem t: true; axiom: true; axiom a(x:integer) = true;") == (
        syntax.Theorem("t", (), syntax.Boolean(True)),
        syntax.Axiom("", (), syntax.Boolean(True)),
        syntax.Axiom("a", (Component("x", INTEGER),), syntax.Boolean(True)),
    )


def test_modules_import_and_export() -> None:
    text = """
    module M;
        export X;
        import N.A, N.B, O.C;
        import P.* except D;
        object X = A;
    end M;
    import M;
    """
    module, wanted = parsed(text)
    assert isinstance(module, syntax.Module)
    assert module.exports == (Name("X"),)
    assert module.declarations[:3] == (
        syntax.Import("N", (Name("A"), Name("B"))),
        syntax.Import("O", (Name("C"),)),
        syntax.Import("P", (), (Name("D"),)),
    )
    assert wanted == syntax.Import("M")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a iff b and c", "a iff b and c"),
        ("(a iff b) and c", "(a iff b) and c"),
        ("a => (b => c)", "a => b => c"),
        ("(a => b) => c", "(a => b) => c"),
        ("a or b xor c and not d", "a or b xor c and not d"),
        ("(not a) = b", "(not a) = b"),
        ("#p.last >= 6", "#p.last >= 6"),
        ("#url - 1", "#url - 1"),
        ("- - 1", "- -1"),
        ("a <=> b", "a iff b"),
        ("forall (x in l) x > 0 and y", "forall (x in l) x > 0 and y"),
        ("(forall (x in l) x > 0) and y", "(forall (x in l) x > 0) and y"),
        ("a and forall (x:T | p) q", "a and (forall (x:T | p) q)"),
        ("if a then if b then c else d", "if a then if b then c else d"),
        ("if a then (if b then c) else d", "if a then (if b then c) else d"),
        ("(if a then b) iff c", "(if a then b) iff c"),
        ("forall (x in l | p) q", "forall (x in l) if p then q"),
        ("exists (x in l | p) q", "exists (x in l) p and q"),
        ("forall (x, y:T, z in l) p", "forall (x:T) forall (y:T) forall (z in l) p"),
        ("exists (x:T, y:U | p) q", "exists (x:T) exists (y:U | p) q"),
        ("(forall (x in l) x) <=> c", "(forall (x in l) x) iff c"),
        ("a iff if b then c", "a iff (if b then c)"),
        ("l[2:#l]", "l[2 .. #l]"),
        ("x.1.2", "x.1.2"),
        ("Add(p, pl)?->(a, b)", "Add(p, pl) ?-> (a, b)"),
        ("Add(p) ?-> udb + ur", "Add(p) ?-> udb + ur"),
        ("[1..3] + {}.1", "[1 .. 3] + {}.1"),
        ("(let x = 1; var y:integer; set y = x; y;)", "(let x = 1; var y:integer; set y = x; y;)"),
    ],
)
def test_operators_bind_as_they_should(text: str, meant: str) -> None:
    assert shown(text) == meant


def test_words_of_declarations_are_names_elsewhere() -> None:
    assert shown("value + description - op * module") == "value + description - op * module"
    (declared,) = parsed("obj object = value:integer and description:string and pre:string;")
    assert isinstance(declared, syntax.Object)


@pytest.mark.parametrize(
    "text",
    [
        "obj A = integer note: (* hm *); end A;",
        "obj A = integer* note: (* hm *) end A;",
        "obj A = (* no *) x:(* no *) integer; note: (* hm *) end;",
        "op A(x:(* no *) integer) note: (* hm *) end A;",
        "op A inputs: x:(* no *)integer; pre: x > 0 note: (* hm *) end A;",
    ],
)
def test_the_comment_of_an_attribute_is_kept(text: str) -> None:
    (declared,) = parsed(text)
    assert isinstance(declared, syntax.Object | syntax.Operation)
    assert declared.attributes == (syntax.Attribute("note", "hm", ()),)


def test_comments_are_left_out() -> None:
    assert shown("1 (* one *) + -- two\n 2") == "1 + 2"
    assert parsed("(* nothing *)") == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("object X = ;", "FM001"),
        ("> 1 +;", "FM001"),
        ("> 1 $ 2;", "FM001"),
        ("> (* never closed", "FM001"),
        ('> "never closed;', "FM001"),
        (f"> {'1' * 5000};", "FM002"),
        ("> 1.0e999;", "FM002"),
        (r'> "\q";', "FM002"),
        ("object X components: integer; components: string; end X;", "FM003"),
        ("> 3 + 4\n> 5;", "FM001"),
        ("operation F pre: 3\n > 2; end F;", "FM001"),
        ("object X = integer components: string; end X;", "FM003"),
        ("operation F(x:integer) inputs: y:integer; end F;", "FM003"),
        ("object X components: integer; a == b; end X;", "FM001"),
        (f"> {'(' * 1000}1{')' * 1000};", "FM004"),
        (f"> {'1 + ' * 1000}1;", "FM004"),
    ],
)
def test_what_is_wrong_is_said(text: str, expected: str) -> None:
    assert code(text) == expected


@pytest.mark.parametrize("text", ["object X", "> 1 +", "> (* open", "op F(x:integer)\n pre: x;"])
def test_a_text_that_could_go_on_is_unfinished(text: str) -> None:
    with pytest.raises(Unfinished):
        parsed(text)
