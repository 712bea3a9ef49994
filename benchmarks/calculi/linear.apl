% A linear calculus: every variable is used exactly once; steps keep types, also the use of variables.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 a function need not use its argument
%! 2 substitution into a pair forgets the second part

id : name_type.
ty : type.  one : ty.  fun : (ty, ty) -> ty.  both : (ty, ty) -> ty.
exp : type.  unit : exp.  var : id -> exp.  lam : (ty, id\exp) -> exp.  app : (exp, exp) -> exp.
pair : (exp, exp) -> exp.  open : (exp, id\id\exp) -> exp.

% of(Before, M, T, After): what M leaves of the variables that may be used.
pred of([(id, ty)], exp, ty, [(id, ty)]).
of(G, unit, one, G).
of([(X, T)|G], var(X), T, G).
of([(Y, S)|G], var(X), T, [(Y, S)|G']) :- X # Y, of(G, var(X), T, G').
of(G, lam(T, x\M), fun(T, U), G') :- x # G, of([(x, T)|G], M, U, G'), x # G'.  %- 1
%+ 1 of(G, lam(T, x\M), fun(T, U), G) :- x # G, of([(x, T)|G], M, U, _).
of(G, app(M, N), U, G'') :- of(G, M, fun(T, U), G'), of(G', N, T, G'').
of(G, pair(M, N), both(T, U), G'') :- of(G, M, T, G'), of(G', N, U, G'').
of(G, open(M, x\y\N), V, G'') :- x # G, y # G, of(G, M, both(T, U), G'), of([(x, T), (y, U)|G'], N, V, G''), x # G'', y # G''.

func sub(exp, exp, id) = exp.
sub(unit, _, _) = unit.
sub(var(X), V, X) = V.
sub(var(Y), _, X) = var(Y) :- X # Y.
sub(lam(T, y\M), V, X) = lam(T, y\sub(M, V, X)) :- y # (V, X).
sub(app(M, N), V, X) = app(sub(M, V, X), sub(N, V, X)).
sub(pair(M, N), V, X) = pair(sub(M, V, X), sub(N, V, X)).  %- 2
%+ 2 sub(pair(M, N), V, X) = pair(sub(M, V, X), N).
sub(open(M, y\z\N), V, X) = open(sub(M, V, X), y\z\sub(N, V, X)) :- y # (V, X), z # (V, X).

pred step(exp, exp).
step(app(lam(_, x\M), N), sub(M, N, x)).
step(app(M, N), app(M', N)) :- step(M, M').
step(pair(M, N), pair(M', N)) :- step(M, M').
step(open(pair(M, N), x\y\L), sub(sub(L, M, x), N, y)) :- x # N.
step(open(M, N), open(M', N)) :- step(M, M').

% A function uses its argument.
pred uses(exp, id).
uses(var(X), X).
uses(lam(_, y\M), X) :- y # X, uses(M, X).
uses(app(M, _), X) :- uses(M, X).
uses(app(_, N), X) :- uses(N, X).
uses(pair(M, _), X) :- uses(M, X).
uses(pair(_, N), X) :- uses(N, X).
uses(open(M, _), X) :- uses(M, X).
uses(open(_, y\z\N), X) :- y # X, z # X, uses(N, X).

pred used(exp).
used(unit).
used(var(_)).
used(lam(_, x\M)) :- uses(M, x), used(M).
used(app(M, N)) :- used(M), used(N).
used(pair(M, N)) :- used(M), used(N).
used(open(M, x\y\N)) :- uses(N, x), uses(N, y), used(M), used(N).

#check "preservation" 12 : of([], M, T, []), step(M, M') => of([], M', T, []).
#check "used" 8 : of([], M, T, []) => used(M).
