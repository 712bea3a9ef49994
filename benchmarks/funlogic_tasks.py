"""The tasks of the functional logic benchmark: the same algorithm in our language and in Prolog."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

NUMBERS = "[" + ", ".join(str(n) for n in range(1, 201)) + "]"


@dataclass(frozen=True)
class Task:
    """A program with one query in both languages, and how many answers it has.

    `constraints` says that the Prolog program uses the library `clpfd`.
    """

    name: str
    answers: int
    program: str
    prolog: str
    goal: str
    constraints: bool = False


PERMUTATIONS = Task(
    "permutations of 7",
    5040,
    """
insert x ys = (x : ys) ? insertLater x ys
insertLater x (y : ys) = y : insert x ys
perm []       = []
perm (x : xs) = insert x (perm xs)
perm [1, 2, 3, 4, 5, 6, 7]
""",
    """
ins(X, Ys, [X|Ys]).
ins(X, [Y|Ys], [Y|Zs]) :- ins(X, Ys, Zs).
perm([], []).
perm([X|Xs], Zs) :- perm(Xs, Ys), ins(X, Ys, Zs).
""",
    "perm([1,2,3,4,5,6,7], _)",
)

QUEENS = Task(
    "8 queens, one by one",
    92,
    """
row = 1 ? 2 ? 3 ? 4 ? 5 ? 6 ? 7 ? 8
queens n = if n == 0 then [] else place row (queens (n - 1))
place q qs = case safe q qs 1 of True -> q : qs
safe _ [] _       = True
safe q (r : rs) d = q /= r and q /= r + d and q /= r - d and safe q rs (d + 1)
queens 8
""",
    """
row(1). row(2). row(3). row(4). row(5). row(6). row(7). row(8).
queens(0, []) :- !.
queens(N, [Q|Qs]) :- M is N - 1, queens(M, Qs), row(Q), safe(Q, Qs, 1).
safe(_, [], _).
safe(Q, [R|Rs], D) :-
    Q =\\= R, Q =\\= R + D, Q =\\= R - D, E is D + 1, safe(Q, Rs, E).
""",
    "queens(8, _)",
)

SPLITS = Task(
    "splits of a list of 200",
    201,
    f"""
append [] ys       = ys
append (a : as) ys = a : append as ys
solve xs ys where append xs ys == {NUMBERS}
""",
    """
app([], Ys, Ys).
app([A|As], Ys, [A|Zs]) :- app(As, Ys, Zs).
""",
    f"app(_, _, {NUMBERS})",
)

FIBONACCI = Task(
    "fib 22",
    1,
    """
fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)
fib 22
""",
    """
fib(N, N) :- N < 2, !.
fib(N, F) :- A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y.
""",
    "fib(22, _)",
)

REVERSE = Task(
    "naive reverse of 300",
    1,
    """
append [] ys       = ys
append (a : as) ys = a : append as ys
rev []       = []
rev (x : xs) = append (rev xs) [x]
upto a b = if a > b then [] else a : upto (a + 1) b
rev (upto 1 300)
""",
    """
app([], Ys, Ys).
app([A|As], Ys, [A|Zs]) :- app(As, Ys, Zs).
rev([], []).
rev([X|Xs], Ys) :- rev(Xs, Zs), app(Zs, [X], Ys).
""",
    "numlist(1, 300, Xs), rev(Xs, _)",
)

SORT = Task(
    "insertion sort of 300, backwards",
    1,
    """
insert x [] = [x]
insert x (y : ys) = if x <= y then x : y : ys else y : insert x ys
sort [] = []
sort (x : xs) = insert x (sort xs)
down n = if n == 0 then [] else n : down (n - 1)
sort (down 300)
""",
    """
ins(X, [], [X]).
ins(X, [Y|Ys], [X,Y|Ys]) :- X =< Y, !.
ins(X, [Y|Ys], [Y|Zs]) :- ins(X, Ys, Zs).
srt([], []).
srt([X|Xs], Zs) :- srt(Xs, Ys), ins(X, Ys, Zs).
""",
    "numlist(1, 300, Up), reverse(Up, Xs), srt(Xs, _)",
)

PEANO = Task(
    "Peano multiplication backwards, 60",
    12,
    """
data Nat = Z | S Nat
add Z n = n
add (S m) n = S (add m n)
mul Z _ = Z
mul (S m) n = add n (mul m n)
num n = if n == 0 then Z else S (num (n - 1))
solve x y where mul (S x) (S y) == num 60
""",
    """
add(z, N, N).
add(s(M), N, s(K)) :- add(M, N, K).
mul(z, _, z).
mul(s(M), N, K) :- add(N, L, K), mul(M, N, L).
num(0, z) :- !.
num(N, s(M)) :- K is N - 1, num(K, M).
""",
    "num(60, T), mul(s(_), s(_), T)",
)

MONEY = Task(
    "send more money",
    1,
    """
digit x = x >= 0 and x <= 9
digits []       = True
digits (x : xs) = digit x and digits xs
different []       = True
different (x : xs) = differs x xs and different xs
differs _ []       = True
differs x (y : ys) = x /= y and differs x ys
number ds = value 0 ds
value n []       = n
value n (d : ds) = value (10 * n + d) ds
solve s e n d m o r y where
  s > 0 and m > 0 and digits [s, e, n, d, m, o, r, y] and different [s, e, n, d, m, o, r, y]
  and number [s, e, n, d] + number [m, o, r, e] == number [m, o, n, e, y]
""",
    """
money([S,E,N,D,M,O,R,Y]) :-
    Vs = [S,E,N,D,M,O,R,Y], Vs ins 0..9, all_different(Vs),
    1000*S + 100*E + 10*N + D + 1000*M + 100*O + 10*R + E
      #= 10000*M + 1000*O + 100*N + 10*E + Y,
    M #\\= 0, S #\\= 0, label(Vs).
""",
    "money(_)",
    constraints=True,
)

SUDOKU = Task(
    "sudoku of 9 × 9",
    1,
    (Path(__file__).parents[1] / "examples" / "funlogic" / "sudoku.fl").read_text("utf-8"),
    """
puzzle([[5,3,_,_,7,_,_,_,_],[6,_,_,1,9,5,_,_,_],[_,9,8,_,_,_,_,6,_],
        [8,_,_,_,6,_,_,_,3],[4,_,_,8,_,3,_,_,1],[7,_,_,_,2,_,_,_,6],
        [_,6,_,_,_,_,2,8,_],[_,_,_,4,1,9,_,_,5],[_,_,_,_,8,_,_,7,9]]).
solved(Rows) :-
    append(Rows, Vs), Vs ins 1..9, maplist(all_distinct, Rows),
    transpose(Rows, Columns), maplist(all_distinct, Columns), blocks(Rows), label(Vs).
blocks([]).
blocks([A,B,C|Rest]) :- threes(A, B, C), blocks(Rest).
threes([], [], []).
threes([A,B,C|X], [D,E,F|Y], [G,H,I|Z]) :- all_distinct([A,B,C,D,E,F,G,H,I]), threes(X, Y, Z).
""",
    "puzzle(Rows), solved(Rows)",
    constraints=True,
)

TASKS = (PERMUTATIONS, QUEENS, SPLITS, FIBONACCI, REVERSE, SORT, PEANO, MONEY, SUDOKU)
