% Records with subtyping: what has a type keeps it, and a field that its type has can be taken.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 functions are covariant in their arguments
%! 2 a record may have more fields than its type's subtype allows: width the wrong way
%! 3 a field is taken from the rest of the record only
%! 4 a field may have any type in a supertype

lab : type.  first : lab.  second : lab.
id : name_type.
ty : type.  top : ty.  fun : (ty, ty) -> ty.  rec : [(lab, ty)] -> ty.
exp : type.  var : id -> exp.  lam : (ty, id\exp) -> exp.  app : (exp, exp) -> exp.
record : [(lab, exp)] -> exp.  get : (exp, lab) -> exp.

pred has([(lab, ty)], lab, ty).
has([(L, T)|_], L, T).
has([(first, _)|R], second, T) :- has(R, second, T).
has([(second, _)|R], first, T) :- has(R, first, T).

pred sub(ty, ty).
pred fields([(lab, ty)], [(lab, ty)]).
sub(T, T).
sub(_, top).
sub(fun(S1, S2), fun(T1, T2)) :- sub(T1, S1), sub(S2, T2).  %- 1
%+ 1 sub(fun(S1, S2), fun(T1, T2)) :- sub(S1, T1), sub(S2, T2).
sub(rec(R), rec(Q)) :- fields(R, Q).  %- 2
%+ 2 sub(rec(R), rec(Q)) :- fields(Q, R).

fields(_, []).
fields(R, [(L, T)|Q]) :- has(R, L, S), sub(S, T), fields(R, Q).  %- 4
%+ 4 fields(R, [(L, T)|Q]) :- has(R, L, _), fields(R, Q).

% No field comes twice.
pred lacks([(lab, ty)], lab).
lacks([], _).
lacks([(first, _)|R], second) :- lacks(R, second).
lacks([(second, _)|R], first) :- lacks(R, first).

pred of([(id, ty)], exp, ty).
pred all_of([(id, ty)], [(lab, exp)], [(lab, ty)]).
of([(X, T)|_], var(X), T).
of([(Y, _)|G], var(X), T) :- X # Y, of(G, var(X), T).
of(G, lam(T, x\M), fun(T, U)) :- x # G, of([(x, T)|G], M, U).
of(G, app(M, N), U) :- of(G, M, fun(T, U)), of(G, N, S), sub(S, T).
of(G, record(E), rec(R)) :- all_of(G, E, R).
of(G, get(M, L), T) :- of(G, M, rec(R)), has(R, L, T).
all_of(_, [], []).
all_of(G, [(L, M)|E], [(L, T)|R]) :- lacks(R, L), of(G, M, T), all_of(G, E, R).

func put(exp, exp, id) = exp.
func put_all([(lab, exp)], exp, id) = [(lab, exp)].
put(var(X), V, X) = V.
put(var(Y), _, X) = var(Y) :- X # Y.
put(lam(T, y\M), V, X) = lam(T, y\put(M, V, X)) :- y # (V, X).
put(app(M, N), V, X) = app(put(M, V, X), put(N, V, X)).
put(record(E), V, X) = record(put_all(E, V, X)).
put(get(M, L), V, X) = get(put(M, V, X), L).
put_all([], _, _) = [].
put_all([(L, M)|E], V, X) = [(L, put(M, V, X))|put_all(E, V, X)].

pred value(exp).
pred values([(lab, exp)]).
value(lam(_, _)).
value(record(E)) :- values(E).
values([]).
values([(_, V)|E]) :- value(V), values(E).

pred field([(lab, exp)], lab, exp).
field([(L, V)|_], L, V).  %- 3
field([(first, _)|E], second, V) :- field(E, second, V).
field([(second, _)|E], first, V) :- field(E, first, V).

pred step(exp, exp).
pred step_in([(lab, exp)], [(lab, exp)]).
step(app(lam(_, x\M), V), put(M, V, x)) :- value(V).
step(app(M, N), app(M', N)) :- step(M, M').
step(app(V, N), app(V, N')) :- value(V), step(N, N').
step(record(E), record(E')) :- step_in(E, E').
step(get(M, L), get(M', L)) :- step(M, M').
step(get(record(E), L), V) :- values(E), field(E, L, V).
step_in([(L, M)|E], [(L, M')|E]) :- step(M, M').
step_in([(L, V)|E], [(L, V)|E']) :- value(V), step_in(E, E').

pred fine(exp).
fine(M) :- value(M).
fine(M) :- step(M, _).

pred subtyped(exp, ty).
subtyped(M, T) :- of([], M, S), sub(S, T).

% A field of a record's type is there, with a subtype, in every subtype. (Without this theorem, the
% fourth bug takes derivations of 15 steps to see, which are many.)
pred kept([(lab, ty)], lab, ty).
kept(R, L, T) :- has(R, L, S), sub(S, T).

#check "fields" 12 : sub(rec(R), rec(Q)), has(Q, L, T) => kept(R, L, T).
#check "preservation" 12 : of([], M, T), step(M, M') => subtyped(M', T).
#check "progress" 12 : of([], M, T) => fine(M).
