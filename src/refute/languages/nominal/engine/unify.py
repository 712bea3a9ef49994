"""Nominal unification, freshness and other constraints, over bindings with a trail.

The algorithm is that of Urban, Pitts and Gabbay, with mutable bindings.
"""

from __future__ import annotations

from refute.languages.nominal.engine.pairing import paired
from refute.languages.nominal.engine.terms import (
    IDENTITY,
    Abstraction,
    Condition,
    Constraints,
    Eigenvariable,
    Name,
    Permutation,
    Suspended,
    Term,
    Unknown,
    embed,
    expose,
    inverse,
    preimage,
    suspend,
    swap,
    unsuspended,
)
from refute.languages.nominal.engine.visits import PATIENCE, Visits
from refute.languages.nominal.types import ALL_SORTS

NONE = Constraints()

SHORT = 64
"""Number of parts that a walk goes through before it counts."""


def _age(name: Name) -> int:
    return name.serial


def _may_avoid(name: Unknown, term: Term) -> bool:
    """Whether the conditions on an unknown name leave open that it is fresh for a term."""
    waiting = name.attached.waiting if name.attached is not None else ()
    return all(each.lets_avoid(term) for each, _ in waiting if isinstance(each, Condition))


class Store:
    """Bindings and constraints; what was done since a mark can be undone.

    The trail holds bound unknowns and, for anything else, (object, attribute, old value). `walked`
    is how many parts of large terms were walked through.
    """

    def __init__(self) -> None:
        self.trail: list[Unknown | tuple[object, str, object]] = []
        self.walked = 0

    def undo(self, mark: int) -> None:
        """Forget everything that was done since the trail had this length."""
        trail = self.trail
        while len(trail) > mark:
            entry = trail.pop()
            if type(entry) is Unknown:
                entry.value = None
            else:
                assert isinstance(entry, tuple)
                setattr(entry[0], entry[1], entry[2])

    def set(self, target: object, attribute: str, value: object) -> None:
        """Change an attribute until that is undone."""
        self.trail.append((target, attribute, getattr(target, attribute)))
        setattr(target, attribute, value)

    def unify(self, left: Term, right: Term) -> bool:
        """Make two terms equal up to the names of what they bind, if that is possible.

        As long as two constructors differ in one argument only, the next pair is that one.
        """
        while True:
            one, other = left, right
            kind, other_kind = type(one), type(other)
            if kind is not tuple and not (kind is Unknown and one.value is None):
                one = expose(one)
                kind = type(one)
            if other_kind is not tuple and not (other_kind is Unknown and other.value is None):
                other = expose(other)
                other_kind = type(other)
            if one is other:
                return True
            if kind is tuple and other_kind is tuple:
                if len(one) == 3 and one[0] is other[0] and one[1] is other[1]:
                    left, right = one[2], other[2]
                    continue
                waiting: list[Term] = []
                if not paired(one, other, waiting):
                    return False
                if len(waiting) != 2:
                    return not waiting or self._unify(waiting)
                right, left = waiting
            elif kind is Unknown and other_kind is not Suspended:
                if other_kind is not Unknown or one.naked or not other.naked:
                    return self._assign(one, other)
                return self._assign(other, one)
            elif other_kind is Unknown and kind is not Suspended:
                return self._assign(other, one)
            else:
                return self._unify([other, one])

    def _assign(self, unknown: Unknown, term: Term) -> bool:
        """Give an unbound unknown a value that is exposed, without a permutation, not itself."""
        if not unknown.naked:
            kind = type(term)
            compound = (kind is tuple and len(term) > 1) or kind is Abstraction
            if compound and self.occurs(unknown, term):
                return False
        unknown.value = term
        self.trail.append(unknown)
        return unknown.attached is None or self.wake(unknown)

    def _unify(self, waiting: list[Term]) -> bool:
        """Make the terms of pairs equal, those of the last pair first."""
        left, visits = PATIENCE, Visits()
        while waiting:
            one = waiting.pop()
            other = waiting.pop()
            left -= 1
            if left < PATIENCE - SHORT:
                self.walked += 1
                if left < 0 and visits.again(one, other):
                    continue
            kind = type(one)
            if kind is Unknown or kind is Suspended:
                one = expose(one)
                kind = type(one)
            other_kind = type(other)
            if other_kind is Unknown or other_kind is Suspended:
                other = expose(other)
                other_kind = type(other)
            if one is other:
                continue
            if kind is tuple and other_kind is tuple:
                if not paired(one, other, waiting):
                    return False
            elif kind is Unknown or kind is Suspended:
                if not self._solve(one, other):
                    return False
            elif other_kind is Unknown or other_kind is Suspended:
                if not self._solve(other, one):
                    return False
            elif kind is not other_kind:
                return self.clash(one, other)
            elif kind is Abstraction:
                if one.ground and other.name.serial >= one.ground:
                    one, other = other, one
                opened = self.open(other, one.name)
                if opened is None:
                    return False
                waiting.append(opened[0])
                waiting.append(one.body)
            elif not (kind is int or kind is str) or one != other:
                return self.clash(one, other)
        return True

    def clash(self, _one: Term, _other: Term) -> bool:
        """Two exposed terms differ, as far as is known: that is a failure."""
        return False

    def _solve(self, flexible: Term, other: Term) -> bool:
        """Make something exposed equal to what is or hangs on an unbound unknown."""
        if type(flexible) is Unknown:
            if type(other) is Suspended and other.term is flexible:
                return self._agree(other.permutation, IDENTITY, flexible)
            if type(other) is Suspended:
                return self.bind(flexible, other)
            if type(other) is Unknown and other.naked and not flexible.naked:
                return self._assign(other, flexible)
            return self._assign(flexible, other)
        inner = flexible.term
        permutation = flexible.permutation
        if type(inner) is Eigenvariable:
            return self._rigid(flexible, other)
        if type(other) is Suspended and other.term is inner:
            return self._agree(permutation, other.permutation, inner)
        if other is inner:
            return self._agree(permutation, IDENTITY, inner)
        return self.bind(inner, suspend(inverse(permutation), other))

    def _agree(self, left: Permutation, right: Permutation, term: Term) -> bool:
        """Two permutations do the same to an unknown or eigenvariable.

        It must be fresh for every name that they move to different names.
        """
        return all(
            self.fresh(name, term)
            for name in sorted({*left, *right}, key=_age)
            if left.get(name, name) is not right.get(name, name)
        )

    def _rigid(self, suspended: Suspended, other: Term) -> bool:
        """An eigenvariable under a permutation equals itself if the permutation spares it."""
        if type(other) is Unknown:
            return self.bind(other, suspended)
        if type(other) is Suspended and type(other.term) is Unknown:
            return self.bind(other.term, suspend(inverse(other.permutation), suspended))
        permutation = other.permutation if type(other) is Suspended else IDENTITY
        inner = unsuspended(other)
        if inner is not suspended.term:
            return self.clash(suspended.term, inner)
        return self._agree(suspended.permutation, permutation, inner)

    def bind(self, unknown: Unknown, term: Term) -> bool:
        """Give an unbound unknown a value that is not itself."""
        if not unknown.naked:
            if self.occurs(unknown, term):
                return False
            if type(term) is Suspended:
                embed(term)
        unknown.value = term
        self.trail.append(unknown)
        return unknown.attached is None or self.wake(unknown)

    def grown(self, unknown: Unknown, made: list[tuple[Term, ...]]) -> Unknown:
        """Bind an unknown without constraints to terms one inside the other; the unknown within.

        `made` has all but the last part of each, and is empty afterwards.
        """
        last = Unknown()
        if unknown.sorts != ALL_SORTS:
            last.sorts = unknown.sorts
        term: Term = last
        while made:
            term = (*made.pop(), term)
        unknown.value = term
        self.trail.append(unknown)
        return last

    def wake(self, unknown: Unknown) -> bool:
        """Look again at the constraints of an unknown that has just been bound."""
        constraints = unknown.attached
        assert constraints is not None
        value = unknown.value
        for name in constraints.fresh:
            if not self.fresh(name, value):
                return False
        return all(self.apart(name, term) for name, term in constraints.waiting)

    def occurs(self, unknown: Unknown, term: Term) -> bool:
        """Whether an unbound unknown occurs in a term."""
        kind = type(term)
        if kind is int or kind is str or kind is Name:
            return False
        waiting = [term]
        left, visits = PATIENCE, Visits()
        while waiting:
            part = waiting.pop()
            kind = type(part)
            if kind is tuple:
                left -= 1
                if len(part) > 1 and not (left < 0 and visits.again(part)):
                    waiting.extend(part[1:])
            elif kind is Unknown:
                if part is unknown:
                    break
                if part.value is not None:
                    waiting.append(part.value)
            elif kind is Suspended:
                waiting.append(part.term)
            elif kind is Abstraction:
                waiting.append(part.body)
        else:
            part = None
        self.walk(PATIENCE - left)
        return part is unknown

    def walk(self, parts: int) -> None:
        """Count the parts of a walk that is over, if they were many."""
        if parts > SHORT:
            self.walked += parts

    def open(self, abstraction: Abstraction, name: Name) -> tuple[Term] | None:
        """The body of an abstraction with this name for the bound one, if it is fresh for it."""
        if abstraction.name is name:
            return (abstraction.body,)
        known = abstraction.ground and name.serial >= abstraction.ground
        if not known and not self.fresh(name, abstraction):
            return None
        return (swap(abstraction.name, name, abstraction.body),)

    def fresh(self, name: Name, term: Term) -> bool:
        """Make sure that a name does not occur free in a term; often that is seen at its top."""
        kind = type(term)
        if kind is Name:
            return term is not name
        if kind is Unknown:
            if not term.sorts & name.sorts:
                return True
        elif kind is tuple and (len(term) == 1 or not term[0].sorts & name.sorts):
            return True
        return self._fresh_below(name, term)

    def _fresh_below(self, name: Name, term: Term) -> bool:
        """Make sure that a name does not occur free in the parts of a term."""
        elsewhere: list[tuple[Name, Term]] = []
        waiting = [term]
        ground = lasting = True
        highest = 0
        abstractions: list[Abstraction] = []
        left, visits = PATIENCE, Visits()
        while waiting:
            part = waiting.pop()
            kind = type(part)
            if kind is tuple:
                left -= 1
                if part[0].sorts and not (left < 0 and visits.again(part, name)):
                    waiting.extend(part[1:])
            elif kind is Name:
                if part is name:
                    return False
                highest = max(highest, part.serial)
            elif kind is Unknown:
                if not part.sorts:
                    pass
                elif part.value is None:
                    ground = False
                    if part.sorts & name.sorts and not self._constrain(part, name):
                        return False
                else:
                    lasting = False
                    waiting.append(part.value)
            elif kind is Suspended:
                if part.permutation:
                    highest = max(highest, part.permutation.newest)
                    elsewhere.append((preimage(part.permutation, name), part.term))
                else:
                    waiting.append(part.term)
            elif kind is Abstraction:
                if part.ground and name.serial >= part.ground:
                    highest = max(highest, part.ground - 1)
                    lasting = lasting and part.lasting
                elif part.name is name:
                    ground = False
                else:
                    abstractions.append(part)
                    waiting.append(part.body)
            elif kind is Eigenvariable:
                ground = False
                if not part.spared(name):
                    return self.clash(part, name)
            if elsewhere and not waiting:
                name, inner = elsewhere.pop()
                waiting.append(inner)
        self.walk(PATIENCE - left)
        if ground:
            self._note_ground(abstractions, highest + 1, lasting)
        return True

    def _note_ground(self, abstractions: list[Abstraction], serial: int, lasting: bool) -> None:
        """Promise that only names older than a number are or get free in these abstractions."""
        for each in abstractions:
            if not each.ground and lasting:
                each.ground, each.lasting = serial, True
            elif not each.ground:
                self.set(each, "ground", serial)

    def _constrain(self, unknown: Unknown, name: Name) -> bool:
        """Make a name fresh for an unknown; where that is a name, look below binders of the one."""
        constraints = unknown.attached or NONE
        if name in constraints.fresh:
            return True
        more = Constraints((*constraints.fresh, name), constraints.waiting)
        self.set(unknown, "attached", more)
        again = [
            term
            for other, term in more.waiting
            if other is unknown and (_binds(name, term) or _moves(term, unknown))
        ]
        return all(self.apart(unknown, term) for term in again)

    def apart(self, name: Term, term: Term) -> bool:
        """Make sure that what may be an unknown name does not occur free in a term."""
        name = expose(name)
        if type(name) is Name:
            return self.fresh(name, term)
        if type(name) is Suspended:
            term = suspend(inverse(name.permutation), term)
            name = name.term
        if type(name) is not Unknown:
            if isinstance(name, Condition):
                return name.holds(self, term)
            return self.clash(name, term)
        waiting = [term]
        while waiting:
            part = expose(waiting.pop())
            kind = type(part)
            if part is name:
                return False
            if kind is tuple:
                if part[0].sorts & name.sorts:
                    waiting.extend(part[1:])
            elif kind is Name:
                if not self._constrain(name, part):
                    return False
            elif kind is Abstraction and name.attached and part.name in name.attached.fresh:
                waiting.append(part.body)
            elif kind is Unknown or kind is Suspended:
                unknown = unsuspended(part)
                if type(unknown) is Unknown and not unknown.sorts & name.sorts:
                    continue
                if unknown is name and not _may_move(part, name):
                    return False
                self.await_on(name, (name, part))
                if type(unknown) is Unknown and unknown is not name:
                    self.await_on(unknown, (name, part))
            elif kind is Abstraction or kind is Eigenvariable:
                if not _may_avoid(name, part):
                    return self.clash(name, part)
                self.await_on(name, (name, part))
        return True

    def await_on(self, unknown: Unknown, pair: tuple[Term, Term]) -> None:
        """Look at a pair of a name or condition and a term when an unknown gets a value."""
        constraints = unknown.attached or NONE
        self.set(unknown, "attached", Constraints(constraints.fresh, (*constraints.waiting, pair)))


def _binds(name: Name, term: Term) -> bool:
    """Whether a term is an abstraction of a name."""
    abstraction = expose(term)
    return type(abstraction) is Abstraction and abstraction.name is name


def _moves(term: Term, unknown: Unknown) -> bool:
    """Whether a term is an unknown under a permutation."""
    exposed = expose(term)
    return type(exposed) is Suspended and exposed.term is unknown


def _may_move(suspended: Suspended, name: Unknown) -> bool:
    """Whether an unknown name may be one that a permutation moves."""
    known = name.attached.fresh if name.attached is not None else ()
    return not all(each in known for each in suspended.permutation)
