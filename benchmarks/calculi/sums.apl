% Sums, pairs, and pattern matching with a typing of patterns.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 both injections have the type of the left one
%! 2 the parts of a pair have each other's types
%! 3 both cases take the first branch
%! 4 the parts of a pair change places

id : name_type.
ty : type.  unit_ty : ty.  sum : (ty, ty) -> ty.  prod : (ty, ty) -> ty.  arr : (ty, ty) -> ty.
exp : type.  u : exp.  var : id -> exp.  inl : exp -> exp.  inr : exp -> exp.  pr : (exp, exp) -> exp.
case : (exp, id\exp, id\exp) -> exp.
split : (exp, id\id\exp) -> exp.
lam : (ty, id\exp) -> exp.  app : (exp, exp) -> exp.

pred has([(id, ty)], id, ty).
has([(X, T)|_], X, T).
has([(Y, _)|G], X, T) :- X # Y, has(G, X, T).

pred of([(id, ty)], exp, ty).
of(_, u, unit_ty).
of(G, var(X), T) :- has(G, X, T).
of(G, inl(E), sum(S, _)) :- of(G, E, S).
of(G, inr(E), sum(_, T)) :- of(G, E, T).  %- 1
%+ 1 of(G, inr(E), sum(S, _)) :- of(G, E, S).
of(G, pr(E, F), prod(S, T)) :- of(G, E, S), of(G, F, T).
of(G, case(E, x\M, y\N), T) :- x # G, y # G, of(G, E, sum(A, B)), of([(x, A)|G], M, T), of([(y, B)|G], N, T).
of(G, split(E, x\y\M), T) :- x # G, y # G, of(G, E, prod(A, B)), of([(x, A), (y, B)|G], M, T).  %- 2
%+ 2 of(G, split(E, x\y\M), T) :- x # G, y # G, of(G, E, prod(A, B)), of([(x, B), (y, A)|G], M, T).
of(G, lam(S, x\M), arr(S, T)) :- x # G, of([(x, S)|G], M, T).
of(G, app(E, F), T) :- of(G, E, arr(S, T)), of(G, F, S).

func sub(exp, id, exp) = exp.
sub(u, _, _) = u.
sub(var(X), X, V) = V.
sub(var(Y), X, _) = var(Y) :- X # Y.
sub(inl(E), X, V) = inl(sub(E, X, V)).
sub(inr(E), X, V) = inr(sub(E, X, V)).
sub(pr(E, F), X, V) = pr(sub(E, X, V), sub(F, X, V)).
sub(case(E, x\M, y\N), X, V) = case(sub(E, X, V), x\sub(M, X, V), y\sub(N, X, V)) :- x # (X, V), y # (X, V).
sub(split(E, x\y\M), X, V) = split(sub(E, X, V), x\y\sub(M, X, V)) :- x # (X, V), y # (X, V).
sub(lam(T, y\M), X, V) = lam(T, y\sub(M, X, V)) :- y # (X, V).
sub(app(E, F), X, V) = app(sub(E, X, V), sub(F, X, V)).

pred step(exp, exp).
step(case(inl(E), x\M, _), sub(M, x, E)).
step(case(inr(E), _, y\N), sub(N, y, E)).  %- 3
%+ 3 step(case(inr(E), y\N, _), sub(N, y, E)).
step(split(pr(E, F), x\y\M), sub(sub(M, x, E), y, F)).  %- 4
%+ 4 step(split(pr(E, F), x\y\M), sub(sub(M, x, F), y, E)).
step(app(lam(_, x\M), F), sub(M, x, F)).
step(app(E, F), app(E', F)) :- step(E, E').
step(case(E, x\M, y\N), case(E', x\M, y\N)) :- step(E, E').
step(split(E, x\y\M), split(E', x\y\M)) :- step(E, E').

pred final(exp).
final(u).  final(inl(_)).  final(inr(_)).  final(pr(_, _)).  final(lam(_, _)).
pred on(exp).
on(E) :- final(E).
on(E) :- step(E, _).

#check "preservation" 14 : of([], E, T), step(E, F) => of([], F, T).
#check "progress" 14 : of([], E, T) => on(E).
