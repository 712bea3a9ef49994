% References: a store of numbered cells; types are kept by the term and by the store.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 a cell may be assigned something of another type
%! 2 reading a cell gives its address
%! 3 a new cell is put at the front, where others are
%! 4 an assignment gives back the old store's first cell

nat : type.  o : nat.  n : nat -> nat.
ty : type.  unit : ty.  num : ty.  ref : ty -> ty.
exp : type.  tt_ : exp.  zero : exp.  loc : nat -> exp.  new_ : exp -> exp.  read : exp -> exp.
assign : (exp, exp) -> exp.  seq : (exp, exp) -> exp.

pred at([ty], nat, ty).
at([T|_], o, T).
at([_|S], n(L), T) :- at(S, L, T).

pred of([ty], exp, ty).
of(_, tt_, unit).
of(_, zero, num).
of(S, loc(L), ref(T)) :- at(S, L, T).
of(S, new_(M), ref(T)) :- of(S, M, T).
of(S, read(M), T) :- of(S, M, ref(T)).
of(S, assign(M, N), unit) :- of(S, M, ref(T)), of(S, N, T).  %- 1
%+ 1 of(S, assign(M, N), unit) :- of(S, M, ref(_)), of(S, N, _).
of(S, seq(M, N), T) :- of(S, M, unit), of(S, N, T).

pred value(exp).
value(tt_).  value(zero).  value(loc(_)).

pred get([exp], nat, exp).
get([V|_], o, V).
get([_|H], n(L), V) :- get(H, L, V).

pred set([exp], nat, exp, [exp]).
set([_|H], o, V, [V|H]).
set([W|H], n(L), V, [W|H']) :- set(H, L, V, H').

pred extended([exp], exp, [exp], nat).
extended([], V, [V], o).  %- 3
extended([W|H], V, [W|H'], n(L)) :- extended(H, V, H', L).  %- 3
%+ 3 extended(H, V, [V|H], o).

pred step([exp], exp, [exp], exp).
step(H, new_(M), H', new_(M')) :- step(H, M, H', M').
step(H, new_(V), H', loc(L)) :- value(V), extended(H, V, H', L).
step(H, read(M), H', read(M')) :- step(H, M, H', M').
step(H, read(loc(L)), H, V) :- get(H, L, V).  %- 2
%+ 2 step(H, read(loc(L)), H, loc(L)) :- get(H, L, _).
step(H, assign(M, N), H', assign(M', N)) :- step(H, M, H', M').
step(H, assign(V, N), H', assign(V, N')) :- value(V), step(H, N, H', N').
step(H, assign(loc(L), V), H', tt_) :- value(V), set(H, L, V, H').  %- 4
%+ 4 step(H, assign(loc(L), V), H', V) :- value(V), set(H, L, V, H').
step(H, seq(M, N), H', seq(M', N)) :- step(H, M, H', M').
step(H, seq(tt_, N), H, N).

pred typed([ty], [exp], [ty]).
typed(_, [], []).
typed(S, [V|H], [T|R]) :- value(V), of(S, V, T), typed(S, H, R).

% The store after a step has the types that it had, and perhaps one more at its end.
pred one_more([ty], [ty]).
one_more([], []).
one_more([], [_]).
one_more([T|S], [T|S']) :- one_more(S, S').

pred kept([exp], exp, [ty], ty).
kept(H, M, S, T) :- one_more(S, S'), typed(S', H, S'), of(S', M, T).

pred fine([exp], exp).
fine(_, M) :- value(M).
fine(H, M) :- step(H, M, _, _).

#check "preservation" 10 : typed(S, H, S), of(S, M, T), step(H, M, H', M') => kept(H', M', S, T).
#check "progress" 8 : typed(S, H, S), of(S, M, T) => fine(H, M).
