% Exceptions that carry numbers: types are kept, and what has a type is a value, raises or steps.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 a handler may have another type than what it handles
%! 2 what is raised may have any type
%! 3 an exception on the right of an application is not passed on
%! 4 the handler gets the exception, not what it carries

id : name_type.
ty : type.  num : ty.  fun : (ty, ty) -> ty.
exp : type.  z : exp.  s : exp -> exp.  var : id -> exp.  lam : (ty, id\exp) -> exp.
app : (exp, exp) -> exp.  raise : exp -> exp.  try : (exp, id\exp) -> exp.

pred of([(id, ty)], exp, ty).
of(_, z, num).
of(G, s(M), num) :- of(G, M, num).
of([(X, T)|_], var(X), T).
of([(Y, _)|G], var(X), T) :- X # Y, of(G, var(X), T).
of(G, lam(T, x\M), fun(T, U)) :- x # G, of([(x, T)|G], M, U).
of(G, app(M, N), U) :- of(G, M, fun(T, U)), of(G, N, T).
of(G, raise(M), _) :- of(G, M, num).  %- 2
%+ 2 of(G, raise(M), _) :- of(G, M, _).
of(G, try(M, x\N), T) :- x # G, of(G, M, T), of([(x, num)|G], N, T).  %- 1
%+ 1 of(G, try(M, x\N), T) :- x # G, of(G, M, T), of([(x, num)|G], N, _).

func sub(exp, exp, id) = exp.
sub(z, _, _) = z.
sub(s(M), V, X) = s(sub(M, V, X)).
sub(var(X), V, X) = V.
sub(var(Y), _, X) = var(Y) :- X # Y.
sub(lam(T, y\M), V, X) = lam(T, y\sub(M, V, X)) :- y # (V, X).
sub(app(M, N), V, X) = app(sub(M, V, X), sub(N, V, X)).
sub(raise(M), V, X) = raise(sub(M, V, X)).
sub(try(M, y\N), V, X) = try(sub(M, V, X), y\sub(N, V, X)) :- y # (V, X).

pred value(exp).
value(z).
value(s(M)) :- value(M).
value(lam(_, _)).

pred step(exp, exp).
step(s(M), s(M')) :- step(M, M').
step(s(raise(V)), raise(V)) :- value(V).
step(app(lam(_, x\M), V), sub(M, V, x)) :- value(V).
step(app(M, N), app(M', N)) :- step(M, M').
step(app(V, N), app(V, N')) :- value(V), step(N, N').
step(app(raise(V), _), raise(V)) :- value(V).
step(app(W, raise(V)), raise(V)) :- value(W), value(V).  %- 3
step(raise(M), raise(M')) :- step(M, M').
step(raise(raise(V)), raise(V)) :- value(V).
step(try(M, N), try(M', N)) :- step(M, M').
step(try(V, _), V) :- value(V).
step(try(raise(V), x\N), sub(N, V, x)) :- value(V).  %- 4
%+ 4 step(try(raise(V), x\N), sub(N, raise(V), x)) :- value(V).

pred fine(exp).
fine(M) :- value(M).
fine(raise(V)) :- value(V).
fine(M) :- step(M, _).

% No step but a handler brings an exception into a value.
pred quiet(exp).
quiet(z).  quiet(s(M)) :- quiet(M).  quiet(lam(_, _)).

#check "preservation" 12 : of([], M, T), step(M, M') => of([], M', T).
#check "progress" 12 : of([], M, T) => fine(M).
#check "handled" 12 : of([], M, num), step(try(raise(M), x\var(x)), N), value(M) => quiet(N).
